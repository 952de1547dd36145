using Microsoft.AspNetCore.Mvc.Filters;

namespace AzurePerf.Web.Portal;

/// <summary>
/// Reads a form to its end before the check against forgery does. The framework leaves the rest of one with too many fields, or too long
/// a name: if its sender goes before the answer ends, the server cannot look for the next request, and logs that it failed.
/// </summary>
internal sealed class FormReading : IAsyncAuthorizationFilter, IOrderedFilter
{
    /// <summary>After forms that are too long were refused and those with a file were read; the check against forgery has 1000.</summary>
    public int Order => 960;

    public async Task OnAuthorizationAsync(AuthorizationFilterContext context)
    {
        var request = context.HttpContext.Request;
        if (!request.HasFormContentType)
        {
            return;
        }

        var aborted = context.HttpContext.RequestAborted;
        Task form = request.ReadFormAsync(aborted);
        // The framework keeps what failed: the check against forgery meets it too, and answers.
        await form.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (form.Exception?.InnerException is InvalidDataException)
        {
            await request.Body.CopyToAsync(Stream.Null, aborted).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }
}
