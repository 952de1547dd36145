using System.Buffers;
using System.Collections.Concurrent;
using System.Globalization;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using AzurePerf.Storage.Blobs;

namespace AzurePerf.Testing.Storage;

/// <summary>Blobs in memory.</summary>
/// <param name="time">The clock of the service; it stands still where none is given.</param>
public sealed class InMemoryBlobStore(TimeProvider? time = null) : IFileStore
{
    private readonly ConcurrentDictionary<string, Stored> _blobs = new();
    private long _versions;

    public IReadOnlyCollection<string> Names => [.. _blobs.Keys.Order(StringComparer.Ordinal)];

    public void Clear() => _blobs.Clear();

    public Task PutAsync(string name, BinaryData content, CancellationToken cancellationToken) =>
        PutAsync(name, content, new("application/octet-stream", new Dictionary<string, string>()), cancellationToken);

    public Task PutAsync(string name, BinaryData content, BlobHeader header, CancellationToken cancellationToken)
    {
        BlobLimits.Check(name, header);
        _blobs[name] = New(content, header);
        return Task.CompletedTask;
    }

    /// <summary>The content is read whole before anything is stored, as the service stores nothing of a request that breaks off.</summary>
    public async Task<bool> TryAddAsync(string name, Stream content, BlobHeader header, CancellationToken cancellationToken)
    {
        BlobLimits.Check(name, header);
        var stored = await BinaryData.FromStreamAsync(content, cancellationToken);
        return _blobs.TryAdd(name, New(stored, header));
    }

    public Task<BinaryData?> FindAsync(string name, CancellationToken cancellationToken) => Task.FromResult(_blobs.GetValueOrDefault(name)?.Content);

    public Task<StoredBlob?> FindHeadAsync(string name, CancellationToken cancellationToken) =>
        Task.FromResult(_blobs.GetValueOrDefault(name) is { } stored ? HeadOf(name, stored) : null);

    /// <summary>What arrives from the service cannot seek either.</summary>
    public Task<BlobContent?> OpenAsync(string name, CancellationToken cancellationToken) => Task.FromResult(_blobs.GetValueOrDefault(name) is { } stored
        ? Opened(HeadOf(name, stored), stored.Content.ToMemory())
        : null);

    public Task<BlobContent?> OpenPartAsync(StoredBlob blob, long offset, long bytes, CancellationToken cancellationToken) =>
        Task.FromResult(_blobs.GetValueOrDefault(blob.Name) is { } stored && stored.ETag == blob.ETag
            ? Opened(blob, stored.Content.ToMemory().Slice((int)offset, (int)bytes))
            : null);

    public async IAsyncEnumerable<StoredBlob> ListAsync(string prefix, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await Task.CompletedTask;
        foreach (var (name, stored) in _blobs.Where(blob => blob.Key.StartsWith(prefix, StringComparison.Ordinal)).OrderBy(blob => blob.Key, StringComparer.Ordinal).ToArray())
        {
            yield return HeadOf(name, stored);
        }
    }

    public Task<bool> TryDeleteAsync(string name, string etag, CancellationToken cancellationToken) =>
        Task.FromResult(!_blobs.TryGetValue(name, out var stored) || (stored.ETag == etag && _blobs.TryRemove(KeyValuePair.Create(name, stored))));

    public async IAsyncEnumerable<string> DeleteAllAsync(string prefix, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await Task.CompletedTask;
        foreach (var name in _blobs.Keys.Where(name => name.StartsWith(prefix, StringComparison.Ordinal)).ToArray())
        {
            _blobs.Remove(name, out _);
            yield return name;
        }
    }

    public Task CreateAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    private static BlobContent? Opened(StoredBlob blob, ReadOnlyMemory<byte> content) =>
        new(PipeReader.Create(new ReadOnlySequence<byte>(content)).AsStream(), content.Length, blob);

    private static StoredBlob HeadOf(string name, Stored stored) => new(name, stored.Content.ToMemory().Length, stored.ETag, stored.At, stored.Header.Metadata);

    private Stored New(BinaryData content, BlobHeader header) => new(
        content, new(header.ContentType, new Dictionary<string, string>(header.Metadata, StringComparer.OrdinalIgnoreCase)),
        Interlocked.Increment(ref _versions).ToString(CultureInfo.InvariantCulture), time?.GetUtcNow() ?? DateTimeOffset.UnixEpoch);

    private sealed record Stored(BinaryData Content, BlobHeader Header, string ETag, DateTimeOffset At);
}
