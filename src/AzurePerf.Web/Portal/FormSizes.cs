using AzurePerf.Web.Problems;
using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Filters;

namespace AzurePerf.Web.Portal;

/// <summary>Refuses a form that is longer than its page takes, after that limit is set and before the check against forgery, which says of
/// a form that it cannot read that somebody signed in or out.</summary>
internal sealed class FormSizes : IAsyncAuthorizationFilter, IOrderedFilter
{
    /// <summary>Limits of size have 900, the check against forgery has 1000.</summary>
    public int Order => 950;

    public async Task OnAuthorizationAsync(AuthorizationFilterContext context)
    {
        var http = context.HttpContext;
        // The page of an error must be shown whatever led to it.
        var failed = http.Features.Get<IStatusCodeReExecuteFeature>() is not null
            || http.Features.Get<IExceptionHandlerFeature>() is not null;
        if (!failed && LongBodies.IsTooLong(http))
        {
            await LongBodies.RefuseAsync(http);
            context.Result = new StatusCodeResult(http.Response.StatusCode);
        }
    }
}
