;; What tests/editors/run.py has Emacs do: opens a wrong program, repairs, completes, renames and lays it out by eglot,
;; and writes what came of it as JSON.
(require 'eglot)
(require 'flymake)
(require 'json)

(defvar out nil)

(defun note (name value)
  (push (cons name value) out))

(defun wait-for (what condition)
  (let ((end (+ (float-time) 30)))
    (while (not (funcall condition))
      (when (> (float-time) end)
        (error "waited in vain for %s" what))
      (accept-process-output nil 0.05))))

(defun buffer-lines ()
  (vconcat (split-string (buffer-string) "\n")))

(defun run-all ()
  (let ((eglot-sync-connect t)
        (eglot-confirm-server-initiated-edits nil))
    (find-file (getenv "MARINER_SOURCE"))
    (apply #'eglot--connect (eglot--guess-contact))
    (wait-for "the client" (lambda () (eglot-managed-p)))
    (flymake-mode 1)
    (wait-for "the words of the tutor"
              (lambda ()
                (flymake-start)
                (let ((found (flymake-diagnostics)))
                  (and found (string-match-p "write" (flymake-diagnostic-text (car found)))))))
    (let ((wrong (car (flymake-diagnostics))))
      (note 'diagnostic `((text . ,(buffer-substring (flymake-diagnostic-beg wrong) (flymake-diagnostic-end wrong)))
                          (message . ,(flymake-diagnostic-text wrong))))
      (let* ((actions (jsonrpc-request
                       (eglot--current-server-or-lose) :textDocument/codeAction
                       (list :textDocument (eglot--TextDocumentIdentifier)
                             :range (list :start (eglot--pos-to-lsp-position (flymake-diagnostic-beg wrong))
                                          :end (eglot--pos-to-lsp-position (flymake-diagnostic-end wrong)))
                             :context (list :diagnostics [])))))
        (eglot--apply-workspace-edit (plist-get (aref actions 0) :edit))))
    (eglot--signal-textDocument/didChange)
    (note 'fixed (buffer-lines))
    (goto-char (point-min))
    (forward-line 1)
    (forward-char 8)
    (let ((found (eglot-completion-at-point)))
      (note 'completion (vconcat (mapcar #'substring-no-properties (all-completions "" (nth 2 found))))))
    (beginning-of-line)
    (eglot-rename "again")
    (eglot-format-buffer)
    (note 'lines (buffer-lines))))

(condition-case trouble
    (run-all)
  (error (note 'trouble (format "%S" trouble))))
(write-region (json-encode out) nil (getenv "MARINER_OUTPUT"))
(set-buffer-modified-p nil)
(kill-emacs 0)
