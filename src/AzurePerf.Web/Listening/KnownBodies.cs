using System.Text;
using AzurePerf.Web.Access;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Programs;
using Microsoft.Net.Http.Headers;

namespace AzurePerf.Web.Listening;

/// <summary>
/// Refuses forms that the framework cannot read, before anything reads them: a character set that this platform does not have makes it
/// throw, and so does one of a part in a multipart form. Only the page of programs sends such a form, and reads it with care; see
/// <see cref="UploadFormAttribute"/>. What reads JSON looks at its type by itself.
/// </summary>
internal sealed class KnownBodies(RequestDelegate next, RefusalLog log)
{
    private const string Form = "application/x-www-form-urlencoded";
    private const string Parts = "multipart/form-data";

    /// <summary>Whatever the method is: what looks for a value in the query of a page looks into a form as well.</summary>
    public Task InvokeAsync(HttpContext context)
    {
        if (context.Request.IsApi() || !MediaTypeHeaderValue.TryParse(context.Request.ContentType, out var type)
            || CanBeRead(context.Request, type))
        {
            return next(context);
        }

        log.Note(context, ProblemTypes.NoForm.Name);
        return ApiProblem.From(context, ProblemTypes.NoForm).ExecuteAsync(context);
    }

    private static bool CanBeRead(HttpRequest request, MediaTypeHeaderValue type) =>
        (!type.MediaType.Equals(Parts, StringComparison.OrdinalIgnoreCase) || UploadFormAttribute.Reads(request))
        && (!type.MediaType.Equals(Form, StringComparison.OrdinalIgnoreCase) || !type.Charset.HasValue
            || type.Charset.Value.Trim('"').Equals(Encoding.UTF8.WebName, StringComparison.OrdinalIgnoreCase));
}
