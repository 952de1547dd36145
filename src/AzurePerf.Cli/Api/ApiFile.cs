using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Api;

/// <summary>A file whose content comes as it is read: it may be larger than memory.</summary>
/// <param name="response">The answer, of which only the beginning has come.</param>
/// <param name="address">For complaints.</param>
internal sealed class ApiFile(HttpResponseMessage response, string address) : IDisposable
{
    private const int BytesAtOnce = 128 * 1024;

    /// <summary>What the server says of the whole.</summary>
    public ApiFileHead Head { get; } = ApiFileHead.Of(response);

    /// <summary>Where the content begins in the file: 0 unless a part was asked for and came.</summary>
    public long First => response.Content.Headers.ContentRange?.From ?? 0;

    /// <summary>Bytes that come; null where the server does not say.</summary>
    private long? Bytes => response.Content.Headers.ContentLength;

    /// <summary>Writes the content to a stream.</summary>
    /// <exception cref="ApiFailure">The connection broke, or nothing came for a while.</exception>
    public async Task CopyToAsync(Stream target, TimeProvider time, CancellationToken cancellationToken)
    {
        using var silence = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        await using var timer = time.CreateTimer(_ => silence.Cancel(), null, ApiClient.Patience, Timeout.InfiniteTimeSpan);
        var buffer = new byte[BytesAtOnce];
        long copied = 0;
        for (int read; (read = await ReadAsync(buffer, silence.Token, cancellationToken)) > 0; copied += read)
        {
            timer.Change(ApiClient.Patience, Timeout.InfiniteTimeSpan);
            await target.WriteAsync(buffer.AsMemory(0, read), cancellationToken);
        }

        if (Bytes is { } bytes && bytes != copied)
        {
            throw new ApiFailure($"{address} ended after {NumberFormat.Count(copied)} of {NumberFormat.Count(bytes)} bytes");
        }
    }

    public void Dispose() => response.Dispose();

    private async Task<int> ReadAsync(byte[] buffer, CancellationToken silence, CancellationToken cancellationToken)
    {
        try
        {
            var body = await response.Content.ReadAsStreamAsync(silence);
            return await body.ReadAsync(buffer, silence);
        }
        catch (Exception exception)
            when (exception is IOException or HttpRequestException
                || (exception is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            throw new ApiFailure($"the connection broke while {address} was downloaded: {exception.Message}", cause: exception);
        }
    }
}
