using AzurePerf.Core.Views;

namespace AzurePerf.Core.Api;

/// <summary>Answer of <c>GET /api/v1/views</c>.</summary>
/// <param name="Views">All that can be read, sorted by name.</param>
/// <param name="Faults">One sentence for each stored row that makes no sense, with its key; empty when there is none.</param>
public sealed record ViewListResponse(IReadOnlyList<ViewResponse> Views, IReadOnlyList<string> Faults);

/// <summary>One saved view: answer of <c>POST /api/v1/views</c> and <c>GET /api/v1/views/{id}</c>.</summary>
/// <param name="Id">The view's id.</param>
/// <param name="Name">What people call it.</param>
/// <param name="Address">Path and query of the page, on this host.</param>
/// <param name="Page">Which page that is.</param>
/// <param name="Owner">Who saved it.</param>
/// <param name="CreatedAt">When it was saved.</param>
public sealed record ViewResponse(string Id, string Name, string Address, ViewedPage Page, string Owner, DateTimeOffset CreatedAt)
{
    public static ViewResponse From(SavedView view)
    {
        ArgumentNullException.ThrowIfNull(view);
        return new(view.Id, view.Name, view.Address.Text, view.Address.Page, view.Owner, view.CreatedAt);
    }
}
