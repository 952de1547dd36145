namespace AzurePerf.Core.Access;

/// <summary>Why a request is not served.</summary>
public enum AccessRefusal
{
    /// <summary>Nothing says who calls.</summary>
    SignInNeeded,

    /// <summary>A key was shown that opens nothing.</summary>
    KeyRefused,

    /// <summary>The key opens nothing, and too many wrong ones came from there.</summary>
    TooManyRefusals,

    /// <summary>Headers name somebody, but nothing shows that the environment wrote them.</summary>
    ProxyUntrusted,

    /// <summary>Somebody signed in who was given no role here.</summary>
    NoRole,

    /// <summary>The caller is known and may not do this.</summary>
    ScopeMissing,

    /// <summary>What the caller wants to change belongs to somebody else.</summary>
    NotOwner,
}
