using System.Buffers;
using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using System.Security.Cryptography;

namespace AzurePerf.Sources.Https;

/// <summary>
/// The download of one file, over several attempts. What has come is kept as long as the archive says (If-Range) that it still has the
/// same version; its MD5 is taken as it comes, and once again from what an earlier download left.
/// </summary>
internal sealed class FileDownload(
    ArchiveFile file, PartialFile target, ArchiveSettings settings, ArchiveRequests requests, TimeProvider time) : IDisposable
{
    private const int BufferBytes = 128 * 1024;
    private readonly IncrementalHash _md5 = IncrementalHash.CreateHash(HashAlgorithmName.MD5);
    private readonly byte[] _buffer = ArrayPool<byte>.Shared.Rent(BufferBytes);
    private readonly string _path = PathTemplate.Fill(settings.FilePath, file.Folder, file.Name);
    private long _count;

    /// <summary>Takes over what is in the target; without a version, or with more than the whole file, that is nothing.</summary>
    public async Task BeginAsync(CancellationToken cancellationToken)
    {
        if (file.Size > settings.MostFileBytes) throw TooLarge();
        if (target.Version is null || target.Content.Length > (file.Size ?? settings.MostFileBytes)) target.Clear();
        target.Content.Position = 0;
        while (await target.Content.ReadAsync(_buffer, cancellationToken).ConfigureAwait(false) is > 0 and var count)
        {
            _md5.AppendData(_buffer.AsSpan(0, count));
            _count += count;
        }
    }

    /// <exception cref="PassingFailure">Another attempt may bring it.</exception>
    /// <exception cref="SourceException">Another attempt would not.</exception>
    public async Task AttemptAsync(CancellationToken cancellationToken)
    {
        if (_count == 0 || _count != file.Size)
        {
            using var progress = new ProgressLimit(settings.ProgressLimit, time, cancellationToken);
            using var response = await requests.GetAsync(_path, file.Name, AskForRest, progress).ConfigureAwait(false);
            await TakeAsync(response, progress, cancellationToken).ConfigureAwait(false);
        }

        CheckContent();
        await target.Content.FlushAsync(cancellationToken).ConfigureAwait(false);
    }

    public void Dispose()
    {
        ArrayPool<byte>.Shared.Return(_buffer);
        _md5.Dispose();
    }

    private void AskForRest(HttpRequestHeaders headers)
    {
        if (_count == 0 || !RangeConditionHeaderValue.TryParse(target.Version, out var version)) return;
        headers.Range = new(_count, null);
        headers.IfRange = version;
    }

    private async Task TakeAsync(HttpResponseMessage response, ProgressLimit progress, CancellationToken cancellationToken)
    {
        if (response.StatusCode == HttpStatusCode.RequestedRangeNotSatisfiable)
        {
            CheckIsWhole(response);
            return;
        }

        AnswerBody.CheckIsData(response, file.Name);
        if (response.StatusCode == HttpStatusCode.PartialContent) CheckContinues(response);
        else BeginAnew(VersionOf(response));
        CheckLength(_count + response.Content.Headers.ContentLength);
        await AnswerBody.ReadAsync(response, _buffer, progress, async piece =>
        {
            CheckRoom(piece.Length);
            await target.Content.WriteAsync(piece, cancellationToken).ConfigureAwait(false);
            _md5.AppendData(piece.Span);
            _count += piece.Length;
        }).ConfigureAwait(false);
    }

    /// <summary>To a question for what follows the last byte the archive answers that there is nothing.</summary>
    private void CheckIsWhole(HttpResponseMessage response)
    {
        if (_count > 0 && response.Content.Headers.ContentRange?.Length == _count && file.Size is null) return;
        throw Damage("it is shorter than before");
    }

    private void CheckContinues(HttpResponseMessage response)
    {
        var isNext = response.Content.Headers.ContentRange is { Unit: "bytes", From: { } from } && from == _count && _count > 0;
        var version = VersionOf(response);
        if (!isNext || (version is not null && version != target.Version)) throw Damage("the archive sent another part than was asked for");
    }

    private void CheckLength(long? length)
    {
        if (length > settings.MostFileBytes) throw TooLarge();
        if (file.Size is { } size && length is { } bytes && bytes != size)
            throw Damage(FormattableString.Invariant($"it has {bytes} bytes, and {size} by the listing"));
    }

    private void CheckRoom(int more)
    {
        if (_count + more > file.Size) throw Damage(FormattableString.Invariant($"it has more than the {file.Size} bytes of the listing"));
        if (_count + more > settings.MostFileBytes) throw TooLarge();
    }

    private void CheckContent()
    {
        if (_count == 0) throw Damage("it is empty");
        if (file.Size is { } size && _count != size)
            throw Damage(FormattableString.Invariant($"it has {_count} bytes, and {size} by the listing"));
        if (file.Md5 is { } expected && Convert.ToHexStringLower(_md5.GetCurrentHash()) is var found && found != expected)
            throw Damage($"its MD5 is {found}, and {expected} by the listing");
    }

    private void BeginAnew(string? version)
    {
        target.Clear();
        target.Version = version;
        _md5.GetHashAndReset();
        _count = 0;
    }

    /// <summary>Forgets what came, of which nobody knows where it is wrong.</summary>
    private PassingFailure Damage(string reason)
    {
        BeginAnew(null);
        return new(SourceCause.Damaged, reason);
    }

    private SourceException TooLarge()
    {
        BeginAnew(null);
        return new(SourceCause.TooLarge, string.Create(CultureInfo.InvariantCulture,
            $"{file.Name} has more than the {settings.MostFileBytes} bytes that MostFileBytes allows."));
    }

    /// <summary>
    /// A strong entity tag or, from an archive that has none, the time of the last change. Weak tags do not make parts equal.
    /// </summary>
    private static string? VersionOf(HttpResponseMessage response) => response.Headers.ETag switch
    {
        { IsWeak: false } tag => tag.Tag,
        null => response.Content.Headers.LastModified?.ToString("R", CultureInfo.InvariantCulture),
        _ => null,
    };
}
