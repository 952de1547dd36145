namespace AzurePerf.Storage.Products;

/// <summary>What came of one look at all products.</summary>
public sealed class RemovedProducts
{
    private const int MostNamed = 5;

    private readonly List<string> _refused = [];

    /// <summary>Products that went, with the files next to them.</summary>
    public int Products { get; internal set; }

    /// <summary>Bytes of all their files.</summary>
    public long Bytes { get; internal set; }

    /// <summary>Rows that were removed because their blob is gone.</summary>
    public int RowsWithoutBlob { get; internal set; }

    /// <summary>Blobs that got a row.</summary>
    public int BlobsWithoutRow { get; internal set; }

    /// <summary>Files that were removed because the product next to them is not there.</summary>
    public int Leftovers { get; internal set; }

    /// <summary>Blobs that could not be read or removed.</summary>
    public int Refused { get; private set; }

    /// <summary>Why, of the first few, each a clause that names the blob.</summary>
    public IReadOnlyList<string> Refusals => _refused;

    /// <summary>True where anything was removed or written.</summary>
    public bool IsWorthSaying => Products + RowsWithoutBlob + BlobsWithoutRow + Leftovers > 0;

    /// <summary>What stays, by kind.</summary>
    internal Dictionary<string, ProductKindSum> Kept { get; } = [];

    internal void Keep(ProductFiles files)
    {
        var product = files.Product;
        var kind = product.Name.Kind;
        var sum = Kept.GetValueOrDefault(kind, new(kind, 0, 0, 0, default));
        Kept[kind] = sum with
        {
            Count = sum.Count + 1,
            Bytes = sum.Bytes + files.Bytes,
            Seconds = sum.Seconds + product.Facts.Seconds,
        };
    }

    internal void Refuse(string why)
    {
        Refused++;
        if (_refused.Count < MostNamed)
        {
            _refused.Add(why);
        }
    }
}
