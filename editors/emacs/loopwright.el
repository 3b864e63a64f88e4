;;; loopwright.el --- Commands of Loopwright, with eglot or lsp-mode -*- lexical-binding: t -*-

;; loopwright-eglot.el and loopwright-lsp-mode.el start the server and load this file.
;; `loopwright-trusted' lets the server start a compiler and run what you ask it to run; see docs/editors.md.

;;; Code:

(declare-function eglot-current-server "eglot")
(declare-function eglot--TextDocumentIdentifier "eglot")
(declare-function jsonrpc-request "jsonrpc")
(declare-function lsp--buffer-uri "lsp-mode")
(declare-function lsp-find-workspace "lsp-mode")
(declare-function lsp-request "lsp-mode")
(defvar lsp--cur-workspace)
(defvar lsp-response-timeout)

(defgroup loopwright nil "OpenACC directives with evidence." :group 'tools)

(defcustom loopwright-command '("loopwright" "lsp")
  "How the server is started." :type '(repeat string))

(defcustom loopwright-trusted nil
  "Whether the server may start compilers and run code, in every folder that you open." :type 'boolean)

(defun loopwright--options ()
  "What the server is told when it starts."
  (list :trusted (if loopwright-trusted t :json-false)))

(defun loopwright-ask (command &rest arguments)
  "Ask the server for COMMAND with ARGUMENTS and return the answer."
  (let ((asked (list :command command :arguments (vconcat arguments))))
    (cond
     ((bound-and-true-p eglot--managed-mode)
      (jsonrpc-request (eglot-current-server) :workspace/executeCommand asked :timeout 120))
     ((and (bound-and-true-p lsp-mode) (lsp-find-workspace 'loopwright (buffer-file-name)))
      ;; Other servers, such as clangd, may stand in the same buffer.
      (let ((lsp--cur-workspace (lsp-find-workspace 'loopwright (buffer-file-name)))
            (lsp-response-timeout 120))
        (lsp-request "workspace/executeCommand" asked)))
     (t (user-error "Loopwright is not running in this buffer")))))

(defun loopwright--get (answer key)
  "The value of KEY (\"name\") in ANSWER: eglot reads objects into property lists, lsp-mode into hash tables."
  (if (hash-table-p answer) (gethash key answer) (plist-get answer (intern (concat ":" key)))))

(defun loopwright--here ()
  "This buffer's URI and line."
  (list (if (bound-and-true-p eglot--managed-mode)
            (plist-get (eglot--TextDocumentIdentifier) :uri)
          (lsp--buffer-uri))
        (line-number-at-pos nil t)))

(defun loopwright--show (name text mode)
  "TEXT in a buffer NAME in MODE."
  (with-current-buffer (get-buffer-create name)
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert text)
      (goto-char (point-min)))
    (funcall mode)
    (setq buffer-read-only t)
    (display-buffer (current-buffer))))

;;;###autoload
(defun loopwright-others ()
  "Choose another directive for the loop at point."
  (interactive)
  (message "%s" (apply #'loopwright-ask "loopwright.server.others" (loopwright--here))))

;;;###autoload
(defun loopwright-why ()
  "Show the evidence for the loop at point."
  (interactive)
  (loopwright--show "*loopwright why*" (apply #'loopwright-ask "loopwright.server.why" (loopwright--here)) #'text-mode))

;;;###autoload
(defun loopwright-test ()
  "Run the function around point on generated inputs."
  (interactive)
  (message "%s" (apply #'loopwright-ask "loopwright.server.test" (loopwright--here))))

;;;###autoload
(defun loopwright-doctor ()
  "Show what the server found on this machine."
  (interactive)
  (loopwright--show "*loopwright doctor*" (loopwright-ask "loopwright.server.doctor") #'text-mode))

(defun loopwright--kernel ()
  "The name of the kernel at point, or of the next one."
  (save-excursion
    (end-of-line)
    (let ((pattern "__global__[^(;{]*?\\([[:alnum:]_]+\\)[[:space:]]*("))
      (if (or (re-search-backward pattern nil t) (re-search-forward pattern nil t))
          (match-string-no-properties 1)
        (user-error "There is no kernel in this buffer")))))

;;;###autoload
(defun loopwright-preview ()
  "Show the CPU code of the kernel at point."
  (interactive)
  (let* ((kernel (loopwright--kernel))
         (found (loopwright-ask "loopwright.server.translate" (car (loopwright--here)) kernel)))
    (loopwright--show (format "*loopwright %s*" kernel) (loopwright--get found "text") #'c++-mode)))

;;;###autoload
(defun loopwright-loops ()
  "List the loops worth porting, the most rewarding first."
  (interactive)
  (let ((found (loopwright--get (loopwright-ask "loopwright.server.loops" nil) "loops")))
    (loopwright--show "*loopwright loops*"
                      (mapconcat (lambda (loop)
                                   (format "%s:%d: %s: %s" (loopwright--get loop "file") (loopwright--get loop "line")
                                           (or (loopwright--get loop "pattern") "loop") (loopwright--get loop "title")))
                                 found "\n")
                      #'compilation-mode)))

(provide 'loopwright)
;;; loopwright.el ends here
