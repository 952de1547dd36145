namespace AzurePerf.Web.Images;

/// <summary>The manifests that were looked at last: one never changes, and a long one takes time to read.</summary>
internal sealed class ImageIndexCache
{
    /// <summary>Entries of all manifests together that are kept; about 40 bytes each.</summary>
    private const int MostEntries = 2_000_000;

    private readonly Lock _lock = new();
    private readonly LinkedList<Kept> _latest = [];

    /// <summary>The index of a manifest. Whoever asks while it is being read waits for the same reading; one that fails, or finds nothing,
    /// is not kept.</summary>
    /// <param name="id">Names the manifest and its content.</param>
    /// <param name="read">Reads it, for all who wait: no request ends it.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>Null where there was nothing to read.</returns>
    public Task<ImageIndex?> FindAsync(string id, Func<Task<ImageIndex?>> read, CancellationToken cancellationToken) =>
        KeptOf(id, read).Index.Value.WaitAsync(cancellationToken);

    private Kept KeptOf(string id, Func<Task<ImageIndex?>> read)
    {
        lock (_lock)
        {
            var kept = _latest.FirstOrDefault(kept => kept.Id == id);
            if (kept is null)
            {
                kept = new(id);
                kept.Index = new(() => ReadAsync(kept, read));
            }

            _latest.Remove(kept);
            _latest.AddFirst(kept);
            return kept;
        }
    }

    private async Task<ImageIndex?> ReadAsync(Kept kept, Func<Task<ImageIndex?>> read)
    {
        ImageIndex? index = null;
        try
        {
            return index = await read();
        }
        finally
        {
            Settle(kept, index);
        }
    }

    /// <summary>Lets go of what was not read, and of those that were not asked for the longest.</summary>
    private void Settle(Kept kept, ImageIndex? index)
    {
        lock (_lock)
        {
            kept.Weight = index?.Weight ?? 0;
            if (index is null)
            {
                _latest.Remove(kept);
            }

            while (_latest.Count > 1 && _latest.Sum(one => (long)one.Weight) > MostEntries)
            {
                _latest.RemoveLast();
            }
        }
    }

    private sealed class Kept(string id)
    {
        public string Id => id;

        public Lazy<Task<ImageIndex?>> Index { get; set; } = null!;

        public int Weight { get; set; }
    }
}
