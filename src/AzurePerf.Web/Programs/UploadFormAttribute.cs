using AzurePerf.Core.Programs;
using AzurePerf.Web.Problems;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Filters;

namespace AzurePerf.Web.Programs;

/// <summary>
/// Reads the form of a page that takes a file, before anything else does: after the limit of its size is set, and before the check against
/// forgery. A part that the framework cannot read makes it throw; that is the sender's fault and not the host's.
/// </summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class UploadFormAttribute : Attribute, IAsyncAuthorizationFilter, IOrderedFilter
{
    /// <summary>What is in the form next to the file.</summary>
    public const int OtherBytes = 64 << 10;

    private const int MostValues = 8;
    private const int FileBytesInMemory = 64 << 10;

    /// <summary>Limits of size have 900, the check against forgery has 1000.</summary>
    public int Order => 950;

    /// <summary>True for requests to pages that take such forms.</summary>
    public static bool Reads(HttpRequest request) => request.Path == ProgramsPage.Address && HttpMethods.IsPost(request.Method);

    public async Task OnAuthorizationAsync(AuthorizationFilterContext context)
    {
        var http = context.HttpContext;
        if (!http.Request.HasFormContentType)
        {
            return;
        }

        try
        {
            await http.Request.ReadFormAsync(
                new()
                {
                    MultipartBodyLengthLimit = PackageLimits.ZippedBytes + OtherBytes,
                    ValueLengthLimit = OtherBytes,
                    ValueCountLimit = MostValues,
                    MemoryBufferThreshold = FileBytesInMemory,
                },
                http.RequestAborted);
        }
        catch (Exception unreadable) when (unreadable is InvalidDataException or ArgumentException or NotSupportedException)
        {
            await ApiProblem.From(http, ProblemTypes.NoForm).ExecuteAsync(http);
            context.Result = new EmptyResult();
        }
    }
}
