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
