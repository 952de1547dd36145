using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using AzurePerf.Sources.Transfers;

namespace AzurePerf.Sources.Https;

/// <summary>
/// The download of one file, attempt by attempt. What has come is kept as long as the archive says (If-Range) that it still has the same
/// version.
/// </summary>
internal sealed class FileDownload(ArrivingFile arriving, ArchiveSettings settings, ArchiveRequests requests, TimeProvider time)
{
    private const int BufferBytes = 128 * 1024;
    private readonly byte[] _buffer = new byte[BufferBytes];
    private readonly string _path = PathTemplate.Fill(settings.FilePath, arriving.File.Folder, arriving.File.Name);

    /// <exception cref="PassingFailure">Another attempt may bring it.</exception>
    /// <exception cref="SourceException">Another attempt would not.</exception>
    public async Task AttemptAsync(CancellationToken cancellationToken)
    {
        if (!arriving.IsWhole)
        {
            using var progress = new ProgressLimit(settings.ProgressLimit, time, cancellationToken);
            using var response = await requests.GetAsync(_path, arriving.File.Name, AskForRest, progress).ConfigureAwait(false);
            await TakeAsync(response, progress, cancellationToken).ConfigureAwait(false);
        }

        await arriving.CompleteAsync(cancellationToken).ConfigureAwait(false);
    }

    private void AskForRest(HttpRequestHeaders headers)
    {
        if (arriving.Count == 0 || !IsAscii(arriving.Version) || !RangeConditionHeaderValue.TryParse(arriving.Version, out var version))
            return;
        headers.Range = new(arriving.Count, null);
        headers.IfRange = version;
    }

    private async Task TakeAsync(HttpResponseMessage response, ProgressLimit progress, CancellationToken cancellationToken)
    {
        if (response.StatusCode == HttpStatusCode.RequestedRangeNotSatisfiable)
        {
            CheckIsWhole(response);
            return;
        }

        AnswerBody.CheckIsData(response, arriving.File.Name);
        var isPart = response.StatusCode == HttpStatusCode.PartialContent;
        if (isPart) CheckContinues(response);
        else arriving.BeginAnew(VersionOf(response));
        var whole = isPart ? response.Content.Headers.ContentRange!.Length : response.Content.Headers.ContentLength;
        arriving.CheckLength(whole);
        await AnswerBody.ReadAsync(response, _buffer, progress, x => arriving.AppendAsync(x, cancellationToken)).ConfigureAwait(false);
        // A server may send less of a range than was asked for.
        if (arriving.Count < (arriving.File.Size ?? whole))
            throw new PassingFailure(SourceCause.Cut, "the archive sent a part only");
    }

    /// <summary>To a question for what follows the last byte the archive answers that there is nothing.</summary>
    private void CheckIsWhole(HttpResponseMessage response)
    {
        if (arriving.Count > 0 && response.Content.Headers.ContentRange?.Length == arriving.Count && arriving.File.Size is null) return;
        throw arriving.Damage("it is shorter than before");
    }

    private void CheckContinues(HttpResponseMessage response)
    {
        var isNext = response.Content.Headers.ContentRange is { Unit: "bytes", From: { } from }
            && from == arriving.Count && arriving.Count > 0;
        // Without a mark of its version only the sum of the listing can tell that a part is of the same file.
        var isSame = response.Headers.ETag is null && VersionOf(response) is null
            ? arriving.File.Md5 is not null
            : VersionOf(response) == arriving.Version;
        if (!isNext || !isSame)
            throw arriving.Damage("the archive sent another part than was asked for");
    }

    /// <summary>
    /// A strong entity tag or, from an archive that has none, the time of the last change. Weak tags do not make parts equal.
    /// </summary>
    private static string? VersionOf(HttpResponseMessage response) => response.Headers.ETag switch
    {
        { IsWeak: false } tag => IsAscii(tag.Tag) ? tag.Tag : null,
        null => response.Content.Headers.LastModified?.ToString("R", CultureInfo.InvariantCulture),
        _ => null,
    };

    /// <summary>Whether a version can be sent back: an entity tag may have letters that no request may.</summary>
    private static bool IsAscii(string? version) => version?.All(letter => letter is >= ' ' and <= '~') == true;
}
