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
    public Task CopyToAsync(Stream target, TimeProvider time, CancellationToken cancellationToken) =>
        CopyToAsync(part => target.WriteAsync(part, cancellationToken), time, ApiClient.Patience, cancellationToken);

    /// <summary>Hands on the content part by part.</summary>
    /// <param name="write">Gets each part, which is another one when it has returned.</param>
    /// <param name="time">The clock.</param>
    /// <param name="patience">How long nothing may come.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="ApiFailure">The connection broke, or nothing came for so long.</exception>
    public async Task CopyToAsync(
        Func<ReadOnlyMemory<byte>, ValueTask> write, TimeProvider time, TimeSpan patience, CancellationToken cancellationToken)
    {
        using var silence = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        await using var timer = time.CreateTimer(_ => silence.Cancel(), null, patience, Timeout.InfiniteTimeSpan);
        var buffer = new byte[BytesAtOnce];
        long copied = 0;
        for (int read; (read = await ReadAsync(buffer, silence.Token, cancellationToken)) > 0; copied += read)
        {
            // A slow reader, such as a pager, does not count as a silent server.
            timer.Change(Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
            await write(buffer.AsMemory(0, read));
            timer.Change(patience, Timeout.InfiniteTimeSpan);
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
