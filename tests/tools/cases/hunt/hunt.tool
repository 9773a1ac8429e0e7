hunt
