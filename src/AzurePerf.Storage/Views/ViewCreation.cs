using AzurePerf.Core.Ids;
using AzurePerf.Core.Views;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Views;

/// <summary>Stores a new view.</summary>
public sealed class ViewCreation(ViewStore views, TimeProvider time)
{
    /// <summary>Stores a view that was validated before.</summary>
    /// <param name="request">What was asked for.</param>
    /// <param name="owner">Who asks.</param>
    /// <param name="idempotencyKey">The caller's key, or null. The same key and body give the same view.</param>
    /// <param name="body">The request as sent, to recognise a repetition.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    /// <returns>What came of it, and the view that is meant: the new one, the earlier one; with a name that is taken the one that was
    /// wanted, whose id is that of its holder.</returns>
    public async Task<(ViewAddition Outcome, SavedView View)> AddAsync(
        ViewRequest request, string owner, string? idempotencyKey, string body, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(request);
        var view = new SavedView
        {
            Id = ViewName.IdOf(request.Name),
            Name = request.Name,
            Address = request.Address,
            Owner = owner,
            CreatedAt = time.GetUtcNow(),
            KeyHash = idempotencyKey is null ? "" : IdText.Hash("view", owner, idempotencyKey),
            BodyHash = IdText.Hash(body),
        };
        var stored = await views.ListAsync(cancellationToken).ToArrayAsync(cancellationToken);
        if (Earlier(stored, view) is { } earlier)
        {
            return Repeat(earlier, view);
        }

        if (stored.Length >= ViewLimits.Most && stored.All(entry => entry.Value?.Id != view.Id))
        {
            return (ViewAddition.TooMany, view);
        }

        if (stored.Count(entry => entry.Value?.Owner == owner) >= ViewLimits.MostOfOne && stored.All(entry => entry.Value?.Id != view.Id))
        {
            return (ViewAddition.TooManyOfOwner, view);
        }

        if (await views.TryAddAsync(view, cancellationToken))
        {
            return (ViewAddition.Added, view);
        }

        // The holder is there since before, or came in between: perhaps by this very request, sent twice, or once without an answer.
        stored = await views.ListAsync(cancellationToken).ToArrayAsync(cancellationToken);
        return Earlier(stored, view) is { } faster ? Repeat(faster, view)
            : stored.Any(entry => IsSame(entry.Value, view)) ? (ViewAddition.Added, view)
            : (ViewAddition.NameTaken, view);
    }

    private static bool IsSame(SavedView? stored, SavedView asked) =>
        stored is not null && stored.Id == asked.Id && stored.Owner == asked.Owner && stored.CreatedAt == asked.CreatedAt
            && stored.BodyHash == asked.BodyHash;

    private static SavedView? Earlier(IEnumerable<StoredEntry<SavedView>> stored, SavedView asked) =>
        asked.KeyHash.Length == 0 ? null : stored.Select(entry => entry.Value).FirstOrDefault(view => view?.KeyHash == asked.KeyHash);

    private static (ViewAddition Outcome, SavedView View) Repeat(SavedView earlier, SavedView asked) =>
        (earlier.BodyHash == asked.BodyHash ? ViewAddition.Repeated : ViewAddition.KeyReused, earlier);
}
