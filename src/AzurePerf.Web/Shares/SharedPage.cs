using System.Text;
using System.Text.RegularExpressions;
using AzurePerf.Core.Access;
using AzurePerf.Core.Shares;
using AzurePerf.Core.Texts;
using AzurePerf.Hosting.Shares;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Shares;
using AzurePerf.Web.Access;
using AzurePerf.Web.Charts;
using AzurePerf.Web.Pages;
using Microsoft.AspNetCore.Http.Features;

namespace AzurePerf.Web.Shares;

/// <summary>
/// /shared/TOKEN: one page for whoever has its link, with its numbers below it and nothing else. Whatever is asked for otherwise, and with
/// a token that opens nothing, gets one and the same answer.
/// </summary>
internal sealed partial class SharedPage(
    ShareStore shares, SharedContents contents, SharedImages images, AuditTrail audit, RefusalLog log, WebOptions options,
    TimeProvider time)
{
    /// <summary>Where all of them are.</summary>
    public const string Folder = "/shared";

    private const string CsvType = "text/csv; charset=utf-8";
    private const string HtmlType = "text/html; charset=utf-8";
    private const string OpenedFirst = "share opened";

    public static void Map(IEndpointRouteBuilder app) =>
        app.Map(Folder + "/{**rest}", (HttpContext context, SharedPage page) => page.AnswerAsync(context))
            .WithMetadata(new OpenByLinkAttribute()).ExcludeFromDescription();

    /// <summary>The address to send.</summary>
    public static string LinkOf(HttpRequest request, string token) => $"{PortalAddress.Of(request)}{Folder}/{token}";

    private async Task AnswerAsync(HttpContext context)
    {
        var headers = context.Response.Headers;
        headers.CacheControl = "no-store";
        headers["X-Robots-Tag"] = "noindex, nofollow";
        var asked = Read(context);
        if (asked is null || await FindAsync(context, asked.Token) is not var (share, content)
            || await AnswerOfAsync(asked, share, content, context.RequestAborted) is not { } answer)
        {
            await RefuseAsync(context);
            return;
        }

        if (await shares.NoteOpenedAsync(share, context.RequestAborted))
        {
            await audit.AppendAsync(
                context, context.FindCaller() ?? new("anybody with the link", AccessScope.Read), OpenedFirst, share.Id, AuditOutcome.Done);
        }

        await answer.ExecuteAsync(context);
    }

    /// <summary>Letter by letter as links are made, so that no other way to write one leads anywhere.</summary>
    private static Asked? Read(HttpContext context)
    {
        var request = context.Request;
        var path = request.Path.Value ?? "";
        var sent = context.Features.Get<IHttpRequestFeature>()?.RawTarget ?? "";
        return request.Method is "GET" or "HEAD" && !request.QueryString.HasValue
            && (sent.Length == 0 || sent == path) && Address().Match(path) is { Success: true } match
            ? new(
                match.Groups["token"].Value, match.Groups["chart"].Value, match.Groups["numbers"].Success, match.Groups["key"].Value,
                match.Groups["file"].Value)
            : null;
    }

    private async Task<(Share Share, SharedContent Content)?> FindAsync(HttpContext context, string token)
    {
        if (options.ShareLinks == ShareLinkAccess.Off || (options.ShareLinks == ShareLinkAccess.SignedIn && context.FindCaller() is null))
        {
            return null;
        }

        try
        {
            return await shares.FindAsync(ShareToken.IdOf(token), context.RequestAborted) is { } share
                && share.IsOpenedBy(token) && share.StateAt(time.GetUtcNow()) == ShareState.Active
                && await contents.FindAsync(share.Address, context.RequestAborted) is { } content
                ? (share, content)
                : null;
        }
        catch (CorruptRowException)
        {
            // The list of links says what is wrong with it.
            return null;
        }
    }

    private async Task<IResult?> AnswerOfAsync(Asked asked, Share share, SharedContent content, CancellationToken cancellationToken)
    {
        if (asked.File.Length > 0)
        {
            return content.Images is { } listed ? await images.FindAsync(listed, asked.Key, asked.File, cancellationToken) : null;
        }

        if (asked.Chart.Length > 0)
        {
            return content.Document.Charts.FirstOrDefault(chart => chart.Id == asked.Chart) is { } chart
                ? new TextAnswer(CsvType, chart.ToCsv())
                : null;
        }

        if (asked.Numbers)
        {
            return new TextAnswer(CsvType, content.Csv());
        }

        var (address, remark) = ($"{Folder}/{asked.Token}",
            $"Shared by {share.Owner} until {NumberFormat.Instant(share.ExpiresAt)}. It shows this page and nothing else.");
        return new TextAnswer(HtmlType, content.Images is { } made
            ? SharedMarkup.Page(content.Document, address, remark, made.Index, await images.ReadAsync(made, cancellationToken))
            : SharedMarkup.Page(content.Document, address, remark));
    }

    private Task RefuseAsync(HttpContext context)
    {
        log.Note(context, "share");
        return WriteAsync(context, StatusCodes.Status404NotFound, HtmlType, SharedMarkup.Refusal);
    }

    private static Task WriteAsync(HttpContext context, int status, string type, string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        context.Response.StatusCode = status;
        context.Response.ContentType = type;
        context.Response.ContentLength = bytes.Length;
        return HttpMethods.IsHead(context.Request.Method)
            ? Task.CompletedTask
            : context.Response.Body.WriteAsync(bytes, context.RequestAborted).AsTask();
    }

    private sealed record Asked(string Token, string Chart, bool Numbers, string Key, string File);

    private sealed class TextAnswer(string type, string text) : IResult
    {
        public Task ExecuteAsync(HttpContext httpContext) => WriteAsync(httpContext, StatusCodes.Status200OK, type, text);
    }

    [GeneratedRegex(
        @"\A/shared/(?<token>azs_[a-z2-7]{52})(/charts/(?<chart>[A-Za-z0-9-]{1,64})\.csv|(?<numbers>/numbers\.csv)"
            + @"|/images/(?<key>[A-Za-z0-9_.-]{1,150})/(?<file>[A-Za-z0-9_.-]{1,60}))?\z",
        RegexOptions.CultureInvariant)]
    private static partial Regex Address();
}
