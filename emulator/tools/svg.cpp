#include "emulator/tools/svg.hpp"

#include "emulator/support/html.hpp"
#include "emulator/tools/report.hpp"

namespace mariner::tools {

std::string svg_number(double number) {
    std::string text = decimal_text(number, 2);
    text.erase(text.find_last_not_of('0') + 1);
    text.erase(text.find_last_not_of('.') + 1);
    return text == "-0" ? "0" : text;
}

namespace {

std::string attribute(std::string_view name, double number) {
    return " " + std::string(name) + "=\"" + svg_number(number) + "\"";
}

std::string class_of(std::string_view css) {
    return css.empty() ? "" : " class=\"" + std::string(css) + "\"";
}

}  // namespace

SvgPicture::SvgPicture(double width, double height, std::string_view style)
    : m_text("<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", width) + attribute("height", height) +
             " viewBox=\"0 0 " + svg_number(width) + " " + svg_number(height) + "\">\n<style>" + std::string(style) +
             "</style>\n") {}

void SvgPicture::line(SvgPoint from, SvgPoint to, std::string_view css) {
    m_text += "<line" + class_of(css) + attribute("x1", from.x) + attribute("y1", from.y) + attribute("x2", to.x) +
              attribute("y2", to.y) + "/>\n";
}

void SvgPicture::box(SvgPoint corner, double width, double height, std::string_view css) {
    m_text += "<rect" + class_of(css) + attribute("x", corner.x) + attribute("y", corner.y) +
              attribute("width", width) + attribute("height", height) + "/>\n";
}

void SvgPicture::path(std::string_view way, std::string_view css) {
    m_text += "<path" + class_of(css) + " d=\"" + std::string(way) + "\"/>\n";
}

void SvgPicture::text(SvgPoint place, std::string_view words, std::string_view css) {
    m_text += "<text" + class_of(css) + attribute("x", place.x) + attribute("y", place.y) + ">" +
              escaped_markup(words) + "</text>\n";
}

}  // namespace mariner::tools
