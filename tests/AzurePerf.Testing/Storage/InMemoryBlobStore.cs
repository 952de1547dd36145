using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using AzurePerf.Storage.Blobs;

namespace AzurePerf.Testing.Storage;

/// <summary>Blobs in memory.</summary>
public sealed class InMemoryBlobStore : IBlobStore
{
    private readonly ConcurrentDictionary<string, BinaryData> _blobs = new();

    public IReadOnlyCollection<string> Names => [.. _blobs.Keys.Order(StringComparer.Ordinal)];

    public void Clear() => _blobs.Clear();

    public Task PutAsync(string name, BinaryData content, CancellationToken cancellationToken)
    {
        _blobs[name] = content;
        return Task.CompletedTask;
    }

    public Task<BinaryData?> FindAsync(string name, CancellationToken cancellationToken) => Task.FromResult(_blobs.GetValueOrDefault(name));

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
}
