namespace AzurePerf.Core.Access;

/// <summary>Why a key opens nothing: for the log, never for the caller.</summary>
public enum KeyFault
{
    /// <summary>The text is no key.</summary>
    Malformed,

    /// <summary>Nothing is stored under its id.</summary>
    Unknown,

    /// <summary>The id is right, the secret is not.</summary>
    Wrong,

    Expired,
    Revoked,

    /// <summary>It opens nothing, and many such keys came from there in the last minute.</summary>
    TooMany,
}
