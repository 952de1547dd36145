using System.Globalization;
using AzurePerf.Imagery.Products;
using Microsoft.AspNetCore.Http;

namespace AzurePerf.Sources.Serving;

/// <summary>Says in words how a request ended.</summary>
internal static class RequestText
{
    private const int MostCharacters = 120;

    /// <summary>One sentence without a line break. What was asked for is shortened and has printable characters only.</summary>
    public static string Of(HttpContext request)
    {
        var path = request.Request.Path.Value ?? "";
        var last = path[(path.LastIndexOf('/') + 1)..];
        var shown = Printable(GranuleName.Parse(last) is not null ? last : path);
        var answer = request.Response;
        if (request.RequestAborted.IsCancellationRequested)
            return $"{shown}: the client left";
        return answer.StatusCode switch
        {
            StatusCodes.Status200OK => string.Create(CultureInfo.InvariantCulture, $"{shown}: sent{Length(answer)}"),
            StatusCodes.Status206PartialContent => $"{shown}: sent {answer.Headers.ContentRange}",
            StatusCodes.Status304NotModified => $"{shown}: not changed",
            StatusCodes.Status401Unauthorized => $"{shown}: refused, token missing or wrong",
            StatusCodes.Status404NotFound => $"{shown}: not found",
            StatusCodes.Status416RangeNotSatisfiable => $"{shown}: has no such range",
            var code => string.Create(CultureInfo.InvariantCulture, $"{shown}: answered {code}"),
        };
    }

    private static string Length(HttpResponse answer) =>
        answer.ContentLength is { } length ? string.Create(CultureInfo.InvariantCulture, $", {length:N0} bytes") : "";

    private static string Printable(string text) =>
        string.Concat(text.Take(MostCharacters).Select(letter => letter is > ' ' and < '\x7f' ? letter : '?'));
}
