import EssentialFeed

/// The texts of the terminal program.
enum ProgramStrings: CaseIterable, Sendable {
    case malformedImageURL
    case malformedImageID
    case imageToTerminal
    case cannotWriteFile
    case cacheInUse
    case cacheUnreadable
    case cacheUnwritable
    case cacheNotDeleted
    case cacheNotValidated
    /// Takes the time at which the feed was loaded, and the current time.
    case savedAhead
    case readOnly
    case inMemory
    case diskFull
    case diskReadOnly
    case diskFailing
    case cacheNewer
    case noRows
    /// Takes the number that was asked for, and the number of images.
    case noSuchRow
    case moreExists
    case columnLocation
    case columnDescription
    case statusServer
    case statusFeed
    case statusImages
    case statusFolder
    case statusNoFeed
    case statusFeedValid
    case statusFeedExpired
    case statusImagesOf
    case statusOffline
    case offlineComplete
    case offlinePartly
    case syncImages
    case syncTimeLeft
    case syncLimited
    case syncUnsaved
    case syncInterrupted
    case cacheValid
    case cacheExpiredDeleted
    case cacheNothing
    case cacheCleared

    static let table = StringTable<ProgramStrings>([
        .english: [
            .malformedImageURL:
                "“%@” isn’t an image address: use one from the feed, like http://host/image, or its number.",
            .malformedImageID: "“%@” isn’t an image id: use one from the feed, or the image’s number.",
            .imageToTerminal: "A terminal can’t show an image: use -o FILE, or redirect the output.",
            .cannotWriteFile: "“%@” cannot be written: %@. Choose another file.",
            .cacheInUse: "Another program is using the cache: quit that program, then try again.",
            .cacheUnreadable: "The cache cannot be read: clear it with “essential-feed cache clear”.",
            .cacheUnwritable: "The cache cannot be written: check the folder %@.",
            .cacheNotDeleted: "The cache could not be deleted: check the folder %@.",
            .cacheNotValidated: "The cache cannot be validated, and nothing was deleted: check the folder %@.",
            .savedAhead:
                "The saved feed is dated in the future: it was loaded at %@, and now it is %@. It stays saved, but isn’t shown. Check this machine’s clock, or clear the cache.",
            .readOnly: "Another program is using the cache: nothing new is saved.",
            .inMemory: "The cache folder cannot be used: nothing new is saved. Check %@.",
            .diskFull: "The disk is full: only what fits is saved. Free up space for %@.",
            .diskReadOnly: "The cache folder cannot be written: nothing new is saved. Check %@.",
            .diskFailing: "The disk has errors: nothing new is saved. Check %@.",
            .cacheNewer:
                "A newer version of this program wrote the cache: nothing new is saved. Use that version.",
            .noRows:
                "No feed from the last seven days is saved: load one with “essential-feed feed” first.",
            .noSuchRow: "The saved feed has no image %@: use a number from 1 to %@.",
            .moreExists: "There is more: use --pages %@.",
            .columnLocation: "Location",
            .columnDescription: "Description",
            .statusServer: "Server",
            .statusFeed: "Feed",
            .statusImages: "Images",
            .statusFolder: "Folder",
            .statusNoFeed: "none is saved",
            .statusFeedValid: "%@ images, saved %@",
            .statusFeedExpired: "%@ images, saved %@: expired",
            .statusImagesOf: "%@ of the feed’s, %@ in all, %@ of at most %@",
            .statusOffline: "Offline",
            .offlineComplete: "feed of %@ images, %@ saved, complete offline",
            .offlinePartly: "feed of %@ images, %@ saved",
            .syncImages: "%@ of %@ images",
            .syncTimeLeft: "%@ left",
            .syncLimited: "There isn’t room for all images: only what fits is saved.",
            .syncUnsaved: "Some images could not be saved: check the cache folder, then try again.",
            .syncInterrupted:
                "Interrupted: %@ of %@ images are saved. The next “essential-feed sync” continues from there.",
            .cacheValid: "The saved feed is valid.",
            .cacheExpiredDeleted: "The saved feed had expired or was unreadable, and has been deleted.",
            .cacheNothing: "Nothing is saved.",
            .cacheCleared: "The cache is cleared: %@ freed.",
        ],
        .greek: [
            .malformedImageURL:
                "Το «%@» δεν είναι διεύθυνση εικόνας: δώστε μία της ροής, όπως http://host/image, ή τον αριθμό της.",
            .malformedImageID: "Το «%@» δεν είναι αναγνωριστικό εικόνας: δώστε ένα της ροής ή τον αριθμό της εικόνας.",
            .imageToTerminal: "Μια εικόνα δεν είναι για τερματικό: δώστε -o FILE ή ανακατευθύνετε την έξοδο.",
            .cannotWriteFile: "Το «%@» δεν γράφεται: %@. Διαλέξτε άλλο αρχείο.",
            .cacheInUse: "Άλλο πρόγραμμα χρησιμοποιεί την προσωρινή μνήμη: τερματίστε το και δοκιμάστε ξανά.",
            .cacheUnreadable: "Η προσωρινή μνήμη δεν διαβάζεται: καθαρίστε την με «essential-feed cache clear».",
            .cacheUnwritable: "Η προσωρινή μνήμη δεν γράφεται: ελέγξτε τον φάκελο %@.",
            .cacheNotDeleted: "Η προσωρινή μνήμη δεν διαγράφηκε: ελέγξτε τον φάκελο %@.",
            .cacheNotValidated: "Η προσωρινή μνήμη δεν ελέγχθηκε και τίποτα δεν διαγράφηκε: ελέγξτε τον φάκελο %@.",
            .savedAhead:
                "Η αποθηκευμένη ροή είναι από το μέλλον: αποθηκεύτηκε %@ και τώρα είναι %@. Κρατιέται και δεν εμφανίζεται. Ελέγξτε το ρολόι του υπολογιστή ή καθαρίστε την προσωρινή μνήμη.",
            .readOnly: "Άλλο πρόγραμμα χρησιμοποιεί την προσωρινή μνήμη: ό,τι έρχεται τώρα δεν αποθηκεύεται.",
            .inMemory:
                "Ο φάκελος της προσωρινής μνήμης δεν λειτουργεί: ό,τι έρχεται τώρα δεν αποθηκεύεται. Ελέγξτε τον %@.",
            .diskFull: "Ο δίσκος είναι γεμάτος: ό,τι δεν χωρά δεν αποθηκεύεται. Ελευθερώστε χώρο για τον φάκελο %@.",
            .diskReadOnly:
                "Ο φάκελος της προσωρινής μνήμης δεν γράφεται: ό,τι έρχεται τώρα δεν αποθηκεύεται. Ελέγξτε τον %@.",
            .diskFailing: "Ο δίσκος αποτυγχάνει: ό,τι έρχεται τώρα δεν αποθηκεύεται. Ελέγξτε τον φάκελο %@.",
            .cacheNewer:
                "Νεότερη έκδοση του προγράμματος έγραψε την προσωρινή μνήμη: ό,τι έρχεται τώρα δεν αποθηκεύεται. Χρησιμοποιήστε εκείνη την έκδοση.",
            .noRows:
                "Δεν υπάρχει αποθηκευμένη ροή νεότερη των επτά ημερών: φορτώστε τη με «essential-feed feed» και δώστε έναν αριθμό.",
            .noSuchRow: "Η αποθηκευμένη ροή δεν έχει εικόνα %@: δώστε έναν αριθμό από 1 έως %@.",
            .moreExists: "Υπάρχουν κι άλλες: δώστε --pages %@.",
            .columnLocation: "Τοποθεσία",
            .columnDescription: "Περιγραφή",
            .statusServer: "Διακομιστής",
            .statusFeed: "Ροή",
            .statusImages: "Εικόνες",
            .statusFolder: "Φάκελος",
            .statusNoFeed: "καμία αποθηκευμένη",
            .statusFeedValid: "%@ εικόνες, αποθηκεύτηκε %@",
            .statusFeedExpired: "%@ εικόνες, αποθηκεύτηκε %@: έληξε",
            .statusImagesOf: "%@ της ροής, %@ συνολικά, %@ από το πολύ %@",
            .statusOffline: "Χωρίς σύνδεση",
            .offlineComplete: "ροή με %@ εικόνες, %@ αποθηκευμένες, πλήρης χωρίς σύνδεση",
            .offlinePartly: "ροή με %@ εικόνες, %@ αποθηκευμένες",
            .syncImages: "%@ από %@ εικόνες",
            .syncTimeLeft: "απομένουν %@",
            .syncLimited: "Δεν υπάρχει χώρος για όλες τις εικόνες: αποθηκεύτηκαν όσες χωρούν.",
            .syncUnsaved: "Κάποιες εικόνες δεν αποθηκεύτηκαν: ελέγξτε τον φάκελο και δοκιμάστε ξανά.",
            .syncInterrupted:
                "Διακόπηκε: αποθηκεύτηκαν %@ από %@ εικόνες. Το επόμενο «essential-feed sync» συνεχίζει από εκεί.",
            .cacheValid: "Η αποθηκευμένη ροή ισχύει.",
            .cacheExpiredDeleted: "Η αποθηκευμένη ροή είχε λήξει ή δεν διαβαζόταν και διαγράφηκε.",
            .cacheNothing: "Τίποτα δεν είναι αποθηκευμένο.",
            .cacheCleared: "Η προσωρινή μνήμη καθαρίστηκε: ελευθερώθηκαν %@.",
        ],
        .brazilianPortuguese: [
            .malformedImageURL:
                "“%@” não é um endereço de imagem: informe um do feed, como http://host/image, ou o número dela.",
            .malformedImageID: "“%@” não é um id de imagem: informe um do feed, ou o número da imagem.",
            .imageToTerminal: "Uma imagem não é para um terminal: informe -o FILE ou redirecione a saída.",
            .cannotWriteFile: "“%@” não pode ser escrito: %@. Escolha outro arquivo.",
            .cacheInUse: "Outro programa usa o cache: encerre-o e tente de novo.",
            .cacheUnreadable: "O cache não pode ser lido: limpe-o com “essential-feed cache clear”.",
            .cacheUnwritable: "O cache não pode ser escrito: verifique a pasta %@.",
            .cacheNotDeleted: "O cache não pôde ser apagado: verifique a pasta %@.",
            .cacheNotValidated: "O cache não pôde ser validado, e nada foi apagado: verifique a pasta %@.",
            .savedAhead:
                "O feed salvo é do futuro: salvo em %@, e agora são %@. Ele é mantido, e não é mostrado. Verifique o relógio desta máquina ou limpe o cache.",
            .readOnly: "Outro programa usa o cache: o que chega agora não é salvo.",
            .inMemory: "A pasta do cache não pode ser usada: o que chega agora não é salvo. Verifique %@.",
            .diskFull: "O disco está cheio: o que não cabe não é salvo. Libere espaço para %@.",
            .diskReadOnly: "A pasta do cache não pode ser escrita: o que chega agora não é salvo. Verifique %@.",
            .diskFailing: "O disco falha: o que chega agora não é salvo. Verifique %@.",
            .cacheNewer:
                "Uma versão mais nova deste programa escreveu o cache: o que chega agora não é salvo. Use essa versão.",
            .noRows:
                "Não há feed salvo há menos de sete dias: carregue-o com “essential-feed feed” e informe um número.",
            .noSuchRow: "O feed salvo não tem a imagem %@: informe um número de 1 a %@.",
            .moreExists: "Há mais: informe --pages %@.",
            .columnLocation: "Local",
            .columnDescription: "Descrição",
            .statusServer: "Servidor",
            .statusFeed: "Feed",
            .statusImages: "Imagens",
            .statusFolder: "Pasta",
            .statusNoFeed: "nenhum salvo",
            .statusFeedValid: "%@ imagens, salvo %@",
            .statusFeedExpired: "%@ imagens, salvo %@: expirado",
            .statusImagesOf: "%@ do feed, %@ ao todo, %@ de no máximo %@",
            .statusOffline: "Sem conexão",
            .offlineComplete: "feed de %@ imagens, %@ salvas, completo sem conexão",
            .offlinePartly: "feed de %@ imagens, %@ salvas",
            .syncImages: "%@ de %@ imagens",
            .syncTimeLeft: "faltam %@",
            .syncLimited: "Não há espaço para todas as imagens: o que cabe está salvo.",
            .syncUnsaved: "Algumas imagens não puderam ser salvas: verifique a pasta do cache e tente de novo.",
            .syncInterrupted:
                "Interrompido: %@ de %@ imagens estão salvas. O próximo “essential-feed sync” continua daí.",
            .cacheValid: "O feed salvo é válido.",
            .cacheExpiredDeleted: "O feed salvo estava expirado ou ilegível e foi apagado.",
            .cacheNothing: "Nada está salvo.",
            .cacheCleared: "O cache está limpo: %@ liberados.",
        ],
    ])
}
