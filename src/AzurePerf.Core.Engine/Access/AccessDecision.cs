namespace AzurePerf.Core.Access;

/// <summary>Whom a request is made by, and whether it is served.</summary>
/// <param name="Caller">Null when that is not known.</param>
/// <param name="Refusal">Null when it is served.</param>
public sealed record AccessDecision(Caller? Caller, AccessRefusal? Refusal)
{
    public static AccessDecision Of(AccessFacts facts)
    {
        var identified = Identify(facts);
        return facts.Needed is not { } needed ? identified with { Refusal = null }
            : identified.Refusal is null && identified.Caller!.Scope < needed ? identified with { Refusal = AccessRefusal.ScopeMissing }
            : identified;
    }

    // A key in the header comes first: a program that shows a wrong one must hear so, whatever cookies its library carries along.
    private static AccessDecision Identify(AccessFacts facts) => facts switch
    {
        { Mode: AccessMode.Local } => new(Caller.Local, null),
        { Key: { } shown } => OfKey(shown),
        { Session: { Fault: null } session } => OfKey(session),
        { Mode: AccessMode.ContainerApps, Principal: not null, IsProxyTrusted: false } => new(null, AccessRefusal.ProxyUntrusted),
        { Mode: AccessMode.ContainerApps, Principal: { } principal } => facts.Rules.ScopeOf(principal) is { } scope
            ? new(new(principal.OwnerName, scope), null)
            : new(null, AccessRefusal.NoRole),
        _ => new(null, AccessRefusal.SignInNeeded),
    };

    private static AccessDecision OfKey(KeyCheck check) => check switch
    {
        { Fault: KeyFault.TooMany } => new(null, AccessRefusal.TooManyRefusals),
        { Fault: not null } => new(null, AccessRefusal.KeyRefused),
        _ => new(new(check.Key!.Name, check.Key.Scope, check.Key.Id), null),
    };
}

/// <summary>Who makes a request.</summary>
/// <param name="Name">Owner of what the caller submits: the name of a key, or an address or id from the sign-in.</param>
/// <param name="Scope">What the caller may do.</param>
/// <param name="KeyId">The key that was shown; empty without one.</param>
public sealed record Caller(string Name, AccessScope Scope, string KeyId = "")
{
    /// <summary>Whoever uses the machine, in local mode.</summary>
    public static Caller Local { get; } = new("local", AccessScope.Admin);

    /// <summary>Whether the caller may change what belongs to somebody.</summary>
    public bool MayChange(string owner) => Scope == AccessScope.Admin || (Scope >= AccessScope.Submit && owner == Name);
}
