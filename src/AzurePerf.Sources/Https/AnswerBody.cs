using AzurePerf.Sources.Transfers;

namespace AzurePerf.Sources.Https;

/// <summary>The body of an answer, read piece by piece; a page in place of data is refused before anything is read.</summary>
internal static class AnswerBody
{
    /// <exception cref="SourceException">It is a page for people.</exception>
    public static void CheckIsData(HttpResponseMessage response, string what)
    {
        if (response.Content.Headers.ContentType?.MediaType is "text/html" or "application/xhtml+xml")
            throw new SourceException(SourceCause.UnexpectedAnswer, $"The archive sent a page in place of {what}: is Token valid?");
        if (response.Content.Headers.ContentEncoding.Any(x => x != "identity"))
            throw new SourceException(SourceCause.UnexpectedAnswer, $"The archive sent {what} compressed, which was not asked for.");
    }

    /// <summary>Gives each piece to <paramref name="takeAsync"/>; what that throws goes through.</summary>
    /// <exception cref="PassingFailure">The connection broke or stood still.</exception>
    public static async Task ReadAsync(
        HttpResponseMessage response, byte[] buffer, ProgressLimit progress, Func<ReadOnlyMemory<byte>, ValueTask> takeAsync)
    {
        var body = await response.Content.ReadAsStreamAsync().ConfigureAwait(false);
        await using (body.ConfigureAwait(false))
        {
            while (await ReadPieceAsync(body, buffer, progress).ConfigureAwait(false) is > 0 and var count)
                await takeAsync(buffer.AsMemory(0, count)).ConfigureAwait(false);
        }
    }

    private static async Task<int> ReadPieceAsync(Stream body, byte[] buffer, ProgressLimit progress)
    {
        try
        {
            return await progress.RunAsync(x => body.ReadAsync(buffer, x).AsTask()).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is IOException or HttpRequestException)
        {
            throw new PassingFailure(SourceCause.Cut, "the connection was cut", innerException: exception);
        }
    }
}
