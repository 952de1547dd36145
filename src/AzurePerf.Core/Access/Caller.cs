namespace AzurePerf.Core.Access;

/// <summary>Who makes a request.</summary>
/// <param name="Name">Owner of what the caller submits: the name of a key, or an address or id from the sign-in.</param>
/// <param name="Scope">What the caller may do.</param>
/// <param name="KeyId">The key that was shown; empty without one.</param>
public sealed record Caller(string Name, AccessScope Scope, string KeyId = "")
{
    /// <summary>Whoever uses the machine, in local mode.</summary>
    public static Caller Local { get; } = new("local", AccessScope.Admin);

    /// <summary>Whether the caller may change what belongs to somebody.</summary>
    public bool MayChange(string owner) => Scope == AccessScope.Admin || (Scope == AccessScope.Submit && owner == Name);
}
