using AzurePerf.Core.Access;
using AzurePerf.Web.Problems;

namespace AzurePerf.Web.Access;

/// <summary>What routes say about access; all others follow from their method.</summary>
internal static class AccessConventions
{
    private static readonly ScopeNeededAttribute Admin = new(AccessScope.Admin);

    /// <summary>Only administrators may.</summary>
    public static TBuilder RequireAdmin<TBuilder>(this TBuilder route)
        where TBuilder : IEndpointConventionBuilder => route.WithMetadata(Admin);

    /// <summary>Only those may whose scope is this one, or a wider one.</summary>
    public static TBuilder RequireScope<TBuilder>(this TBuilder route, AccessScope scope)
        where TBuilder : IEndpointConventionBuilder => route.WithMetadata(new ScopeNeededAttribute(scope));

    /// <summary>Whoever may read may do this, because nothing is changed by it, whatever its method is.</summary>
    public static TBuilder OnlyReads<TBuilder>(this TBuilder route)
        where TBuilder : IEndpointConventionBuilder => route.WithMetadata(new ScopeNeededAttribute(AccessScope.Read));

    /// <summary>Whoever may submit may do this with a run, schedule or view of somebody else.</summary>
    public static TBuilder ForAnyOwner<TBuilder>(this TBuilder route)
        where TBuilder : IEndpointConventionBuilder => route.WithMetadata(new AnyOwnerAttribute());

    /// <summary>What the caller of a request must be allowed to do; null for nothing.</summary>
    public static AccessScope? NeededFor(HttpContext context) =>
        context.Request.IsHealth()
            ? null
            : NeededFor(context.GetEndpoint()?.Metadata ?? EndpointMetadataCollection.Empty, context.Request.Method);

    /// <summary>The same for a route and a method, without a request.</summary>
    public static AccessScope? NeededFor(IReadOnlyList<object> metadata, string method) =>
        metadata.Any(one => one is OpenToAllAttribute or OpenByLinkAttribute) ? null
            : metadata.OfType<ScopeNeededAttribute>().LastOrDefault() is { } stated && (!stated.OfChangesOnly || ChangesSomething(method))
                ? stated.Scope
            : ChangesSomething(method) ? AccessScope.Submit : AccessScope.Read;

    public static bool ChangesSomething(HttpRequest request) => ChangesSomething(request.Method);

    public static bool ChangesSomething(string method) =>
        !HttpMethods.IsGet(method) && !HttpMethods.IsHead(method) && !HttpMethods.IsOptions(method);
}

/// <summary>Marks what changes nothing of the run or schedule in its address, such as making a new run from it: whose that one is does not
/// matter.</summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class AnyOwnerAttribute : Attribute;

/// <summary>An address for everybody, known or not. It must show nothing of what is stored.</summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class OpenToAllAttribute : Attribute;

/// <summary>An address that shows one thing to whoever has the secret in it, and to nobody else anything. How often each place may ask is
/// limited.</summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class OpenByLinkAttribute : Attribute;

/// <summary>What a caller of an address must be allowed to do, where that is not what its method says: GET reads, all else
/// submits.</summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class ScopeNeededAttribute(AccessScope scope) : Attribute
{
    public AccessScope Scope { get; } = scope;

    /// <summary>True where who may read sees the page, and the scope is that of its forms.</summary>
    public bool OfChangesOnly { get; init; }
}
