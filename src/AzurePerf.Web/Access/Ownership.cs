using AzurePerf.Core.Access;
using AzurePerf.Core.Ids;
using AzurePerf.Storage.Access;

namespace AzurePerf.Web.Access;

/// <summary>Whether what an address changes is the caller's own. It goes by the shape of the route, so that no route can forget it.</summary>
internal sealed class Ownership(OwnerReader owners)
{
    private const string RunRoute = "runs/{id}";
    private const string ScheduleRoute = "schedules/{id}";
    private const string SchedulePage = "schedules";

    public async Task<bool> AllowsAsync(HttpContext context, Caller caller)
    {
        if (caller.Scope != AccessScope.Submit
            || !AccessConventions.ChangesSomething(context.Request)
            || context.GetEndpoint() is not RouteEndpoint endpoint
            || endpoint.Metadata.GetMetadata<AnyOwnerAttribute>() is not null)
        {
            return true;
        }

        // What does not exist is nobody's, and its route says so.
        return await OwnerAsync(context, endpoint) is not { } owner || caller.MayChange(owner);
    }

    private Task<string?> OwnerAsync(HttpContext context, RouteEndpoint endpoint)
    {
        const string Api = "api/v1/";
        var route = endpoint.RoutePattern.RawText?.TrimStart('/') ?? "";
        route = route.StartsWith(Api, StringComparison.OrdinalIgnoreCase) ? route[Api.Length..] : route;
        return IdOf(context) is not { } id ? Task.FromResult<string?>(null)
            : IsBelow(route, RunRoute) ? owners.OfRunAsync(id, context.RequestAborted)
            : IsBelow(route, ScheduleRoute) || route == SchedulePage ? owners.OfScheduleAsync(id, context.RequestAborted)
            : Task.FromResult<string?>(null);
    }

    private static bool IsBelow(string route, string resource) =>
        route.StartsWith(resource, StringComparison.OrdinalIgnoreCase) && (route.Length == resource.Length || route[resource.Length] == '/');

    private static string? IdOf(HttpContext context)
    {
        var id = context.Request.RouteValues["id"] as string ?? context.Request.Query["id"].ToString();
        return IdText.IsValid(id) ? id : null;
    }
}
