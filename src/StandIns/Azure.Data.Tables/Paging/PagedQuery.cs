using System.Runtime.CompilerServices;
using Azure.Core;
using Azure.Data.Tables.Http;

namespace Azure.Data.Tables.Paging;

/// <summary>A query whose pages are fetched one by one as the caller asks for them.</summary>
/// <remarks>A page may be empty and still name a next one: only the missing continuation ends the query.</remarks>
internal sealed class PagedQuery<T>(ServiceConnection connection, QueryRequest query, PageReader<T> readPage, CancellationToken cancellationToken)
    : AsyncPageable<T>(cancellationToken)
    where T : notnull
{
    public override IAsyncEnumerable<Page<T>> AsPages(string? continuationToken = null, int? pageSizeHint = null)
        => PagesAsync(continuationToken, pageSizeHint, CancellationToken);

    private async IAsyncEnumerable<Page<T>> PagesAsync(
        string? continuationToken,
        int? pageSizeHint,
        [EnumeratorCancellation] CancellationToken cancellation)
    {
        string? next = string.IsNullOrEmpty(continuationToken) ? null : continuationToken;
        do
        {
            HttpMessage message = query.CreateMessage(connection, next, pageSizeHint);
            Response response = await connection.SendAsync(message, cancellation);
            next = Continuation.FromHeaders(response.Headers);
            yield return Page<T>.FromValues(readPage(response.Content.ToMemory().Span), next, response);
        }
        while (next is not null);
    }
}
