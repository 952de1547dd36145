using AzurePerf.Core.Api;
using AzurePerf.Core.Views;
using AzurePerf.Storage.Views;

namespace AzurePerf.Web.Views;

/// <summary>All saved views, for the API and the pages alike: one request to the table.</summary>
internal static class ViewList
{
    /// <summary>Those that can be read, by name, and what is wrong with the others.</summary>
    public static async Task<ViewListResponse> ReadAsync(this ViewStore views, CancellationToken cancellationToken)
    {
        var entries = await views.ListAsync(cancellationToken).ToArrayAsync(cancellationToken);
        return new(
            [.. entries.Select(entry => entry.Value).OfType<SavedView>().OrderBy(view => view.Name, StringComparer.OrdinalIgnoreCase)
                .Select(ViewResponse.From)],
            [.. entries.Where(entry => entry.Value is null).Select(entry => entry.Fault)]);
    }
}
