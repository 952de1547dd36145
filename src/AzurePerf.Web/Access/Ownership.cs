using AzurePerf.Core.Access;
using AzurePerf.Storage.Access;

namespace AzurePerf.Web.Access;

/// <summary>Whether what an address changes is the caller's own. It goes by the shape of the route, so that no route can forget
/// it.</summary>
internal sealed class Ownership(OwnerReader owners)
{
    private const string RunRoute = "runs/{id}";
    private const string ScheduleRoute = "schedules/{id}";
    private const string ViewRoute = "views/{id}";
    private const string ShareRoute = "shares/{id}";
    private const string SchedulePage = "schedules";
    private const string ViewPage = "views";
    private const string SharePage = "shares";

    public async Task<bool> AllowsAsync(HttpContext context, Caller caller)
    {
        if (caller.Scope is AccessScope.Read or AccessScope.Admin
            || !AccessConventions.ChangesSomething(context.Request)
            || context.GetEndpoint() is not RouteEndpoint endpoint
            || endpoint.Metadata.GetMetadata<AnyOwnerAttribute>() is not null)
        {
            return true;
        }

        var route = endpoint.RoutePattern.RawText?.TrimStart('/') ?? "";
        return AddressedId.Of(context.Request) is { } id
            // What does not exist is nobody's, and its route says so.
            ? await OwnerAsync(route, id, context.RequestAborted) is not { } owner || caller.MayChange(owner)
            // On these pages everything that changes is one schedule, view or link: an address that names none, or two, could mean
            // somebody else's.
            : route is not (SchedulePage or ViewPage or SharePage);
    }

    private Task<string?> OwnerAsync(string route, string id, CancellationToken cancellationToken)
    {
        const string Api = "api/v1/";
        var resource = route.StartsWith(Api, StringComparison.OrdinalIgnoreCase) ? route[Api.Length..] : route;
        return IsBelow(resource, RunRoute) ? owners.OfRunAsync(id, cancellationToken)
            : IsBelow(resource, ScheduleRoute) || route == SchedulePage ? owners.OfScheduleAsync(id, cancellationToken)
            : IsBelow(resource, ViewRoute) || route == ViewPage ? owners.OfViewAsync(id, cancellationToken)
            : IsBelow(resource, ShareRoute) || route == SharePage ? owners.OfShareAsync(id, cancellationToken)
            : Task.FromResult<string?>(null);
    }

    private static bool IsBelow(string route, string resource) =>
        route.StartsWith(resource, StringComparison.OrdinalIgnoreCase)
            && (route.Length == resource.Length || route[resource.Length] == '/');
}
