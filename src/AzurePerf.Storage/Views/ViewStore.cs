using System.Runtime.CompilerServices;
using AzurePerf.Core.Views;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Views;

/// <summary>The saved views. The id follows from the name: of two that want a name at once one is stored.</summary>
public sealed class ViewStore(IRowStore rows)
{
    /// <summary>Inserts a view; false when its name is taken.</summary>
    public async Task<bool> TryAddAsync(SavedView view, CancellationToken cancellationToken) =>
        await rows.TryInsertAsync(ControlNames.ViewsTable, ViewRows.FromView(view), cancellationToken) is not null;

    /// <summary>The view, or null.</summary>
    /// <exception cref="CorruptRowException">Its row makes no sense.</exception>
    public async Task<SavedView?> FindAsync(string id, CancellationToken cancellationToken) =>
        await rows.FindAsync(ControlNames.ViewsTable, ViewRows.Partition, id, cancellationToken) is { } row ? ViewRows.ToView(row) : null;

    /// <summary>Removes a view, readable or not; false when there was none.</summary>
    public async Task<bool> RemoveAsync(string id, CancellationToken cancellationToken) =>
        await rows.FindAsync(ControlNames.ViewsTable, ViewRows.Partition, id, cancellationToken) is not null
        && await rows.TryDeleteAsync(ControlNames.ViewsTable, ViewRows.Partition, id, null, cancellationToken);

    /// <summary>All views, in the order of their ids; a row that makes no sense is given back with what is wrong and keeps no other one
    /// away.</summary>
    public async IAsyncEnumerable<StoredEntry<SavedView>> ListAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var row in rows.ListAsync(ControlNames.ViewsTable, ViewRows.Partition, cancellationToken: cancellationToken))
        {
            yield return StoredEntry<SavedView>.Of(row, ViewRows.ToView);
        }
    }
}
