using System.Buffers;
using System.Globalization;
using System.Security.Cryptography;

namespace AzurePerf.Sources.Transfers;

/// <summary>
/// What arrives of one file, over several attempts: written to the target, counted, and held to the listing and the limit. Its MD5 is taken
/// as it arrives, and once again from what an earlier download left.
/// </summary>
internal sealed class ArrivingFile(ArchiveFile file, PartialFile target, long mostFileBytes) : IDisposable
{
    private const int BufferBytes = 128 * 1024;
    private readonly IncrementalHash _md5 = IncrementalHash.CreateHash(HashAlgorithmName.MD5);

    public ArchiveFile File => file;

    /// <summary>Bytes that are there.</summary>
    public long Count { get; private set; }

    /// <summary>The archive's mark of the version that they are of; null when they cannot be resumed.</summary>
    public string? Version => target.Version;

    /// <summary>Whether all bytes of the listing are there.</summary>
    public bool IsWhole => Count > 0 && Count == file.Size;

    /// <summary>Takes over what is in the target; without a version, or with more than the whole file, that is nothing.</summary>
    /// <exception cref="SourceException">The file is larger than the limit.</exception>
    public async Task ResumeAsync(CancellationToken cancellationToken)
    {
        if (file.Size > mostFileBytes) throw TooLarge();
        if (target.Version is null || target.Content.Length > (file.Size ?? mostFileBytes)) target.Clear();
        target.Content.Position = 0;
        var buffer = ArrayPool<byte>.Shared.Rent(BufferBytes);
        try
        {
            while (await target.Content.ReadAsync(buffer, cancellationToken).ConfigureAwait(false) is > 0 and var count)
                Add(buffer.AsSpan(0, count));
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    /// <summary>Forgets what arrived.</summary>
    /// <param name="version">The version that arrives now; null when it cannot be resumed.</param>
    public void BeginAnew(string? version)
    {
        target.Clear();
        target.Version = version;
        _md5.GetHashAndReset();
        Count = 0;
    }

    /// <param name="length">Bytes of the whole file as the archive announces them; null when it does not.</param>
    /// <exception cref="PassingFailure">They are not those of the listing.</exception>
    /// <exception cref="SourceException">They are above the limit.</exception>
    public void CheckLength(long? length)
    {
        if (length > mostFileBytes) throw TooLarge();
        if (file.Size is { } size && length is { } bytes && bytes != size)
            throw Damage(FormattableString.Invariant($"it has {bytes} bytes, and {size} by the listing"));
    }

    /// <exception cref="PassingFailure">It is more than the listing has.</exception>
    /// <exception cref="SourceException">It is more than the limit.</exception>
    public async ValueTask AppendAsync(ReadOnlyMemory<byte> piece, CancellationToken cancellationToken)
    {
        if (Count + piece.Length > file.Size)
            throw Damage(FormattableString.Invariant($"it has more than the {file.Size} bytes of the listing"));
        if (Count + piece.Length > mostFileBytes) throw TooLarge();
        await target.Content.WriteAsync(piece, cancellationToken).ConfigureAwait(false);
        Add(piece.Span);
    }

    /// <exception cref="PassingFailure">What arrived is not what the listing describes.</exception>
    public async Task CompleteAsync(CancellationToken cancellationToken)
    {
        if (Count == 0) throw Damage("it is empty");
        CheckLength(Count);
        if (file.Md5 is { } expected && Convert.ToHexStringLower(_md5.GetCurrentHash()) is var found && found != expected)
            throw Damage($"its MD5 is {found}, and {expected} by the listing");
        await target.Content.FlushAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Forgets what arrived, of which nobody knows where it is wrong.</summary>
    /// <param name="reason">What is wrong, as the end of a sentence.</param>
    public PassingFailure Damage(string reason)
    {
        BeginAnew(null);
        return new(SourceCause.Damaged, reason);
    }

    public void Dispose() => _md5.Dispose();

    private void Add(ReadOnlySpan<byte> piece)
    {
        _md5.AppendData(piece);
        Count += piece.Length;
    }

    private SourceException TooLarge()
    {
        BeginAnew(null);
        return new(SourceCause.TooLarge, string.Create(CultureInfo.InvariantCulture,
            $"{file.Name} has more than the {mostFileBytes} bytes that MostFileBytes allows."));
    }
}
