using System.Globalization;
using Azure.Core;
using Azure.Data.Tables.Http;

namespace Azure.Data.Tables.Paging;

/// <summary>What a query asks of the service; the same for all its pages but for the start and size.</summary>
internal sealed record QueryRequest(string EscapedPath, string? Filter, int? MaxPerPage, string? Select)
{
    public static string? SelectText(IEnumerable<string>? columns)
        => columns is null ? null : string.Join(',', columns);

    public HttpMessage CreateMessage(ServiceConnection connection, string? continuationToken, int? pageSizeHint)
    {
        HttpMessage message = connection.CreateMessage(RequestMethod.Get, EscapedPath, ServiceConnection.MinimalMetadata);
        RequestUriBuilder uri = message.Request.Uri;
        if ((pageSizeHint ?? MaxPerPage) is { } size)
        {
            uri.AppendQuery("$top", size.ToString(CultureInfo.InvariantCulture), escapeValue: false);
        }

        AppendText(uri, "$select", Select);
        AppendText(uri, "$filter", Filter);
        if (continuationToken is not null)
        {
            Continuation.Parse(continuationToken).AddTo(uri);
        }

        return message;
    }

    private static void AppendText(RequestUriBuilder uri, string name, string? value)
    {
        if (!string.IsNullOrEmpty(value))
        {
            uri.AppendQuery(name, value, escapeValue: true);
        }
    }
}
