;;; loopwright-lsp-mode.el --- Loopwright with lsp-mode -*- lexical-binding: t -*-

;; (require 'loopwright-lsp-mode), then M-x lsp. It runs beside clangd (`:add-on?').

;;; Code:

(require 'lsp-mode)
(require 'loopwright)

(lsp-register-client
 (make-lsp-client
  :new-connection (lsp-stdio-connection (lambda () loopwright-command))
  :activation-fn (lsp-activate-on "c" "cpp" "cuda")
  :initialization-options #'loopwright--options
  :add-on? t
  :server-id 'loopwright))

(provide 'loopwright-lsp-mode)
;;; loopwright-lsp-mode.el ends here
