namespace AzurePerf.Storage.Views;

/// <summary>What came of saving a view.</summary>
public enum ViewAddition
{
    /// <summary>A new view was stored.</summary>
    Added,

    /// <summary>The same request came before under this Idempotency-Key; its view is returned.</summary>
    Repeated,

    /// <summary>Another request came before under this Idempotency-Key; its view is returned, and nothing was stored.</summary>
    KeyReused,

    /// <summary>Another view has the name; nothing was stored.</summary>
    NameTaken,

    /// <summary>There are as many views as there may be; nothing was stored.</summary>
    TooMany,

    /// <summary>The owner has as many views as one may have; nothing was stored.</summary>
    TooManyOfOwner,
}
