using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Filters;

namespace AzurePerf.Web.Portal;

/// <summary>Refuses a form that is longer than its page takes, after that limit is set and before the check against forgery, which says of
/// a form that it cannot read that somebody signed in or out.</summary>
internal sealed class FormSizes : IAuthorizationFilter, IOrderedFilter
{
    /// <summary>Limits of size have 900, the check against forgery has 1000.</summary>
    public int Order => 950;

    public void OnAuthorization(AuthorizationFilterContext context)
    {
        var (request, features) = (context.HttpContext.Request, context.HttpContext.Features);
        // The page of an error must be shown whatever led to it.
        var failed = features.Get<IStatusCodeReExecuteFeature>() is not null || features.Get<IExceptionHandlerFeature>() is not null;
        if (!failed && request.ContentLength > features.Get<IHttpMaxRequestBodySizeFeature>()?.MaxRequestBodySize)
        {
            context.Result = new StatusCodeResult(StatusCodes.Status413PayloadTooLarge);
        }
    }
}
