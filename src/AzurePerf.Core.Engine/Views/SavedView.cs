namespace AzurePerf.Core.Views;

/// <summary>A name for an address of the portal, for everybody who may read.</summary>
public sealed record SavedView
{
    /// <summary>Follows from the name, see <see cref="ViewName.IdOf"/>.</summary>
    public required string Id { get; init; }

    /// <summary>What people call it.</summary>
    public required string Name { get; init; }

    public required ViewAddress Address { get; init; }

    /// <summary>Who saved it.</summary>
    public required string Owner { get; init; }

    public required DateTimeOffset CreatedAt { get; init; }

    /// <summary>Hash of owner and Idempotency-Key, to recognise a repetition; empty without a key.</summary>
    public string KeyHash { get; init; } = "";

    /// <summary>Hash of the request that saved it, to recognise the same Idempotency-Key with another body.</summary>
    public string BodyHash { get; init; } = "";
}
