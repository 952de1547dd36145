using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Products;

/// <summary>A product with all that is stored of it.</summary>
/// <param name="Product">The product.</param>
/// <param name="Blob">Its blob.</param>
/// <param name="Beside">The files next to it.</param>
internal sealed record ProductFiles(StoredProduct Product, StoredBlob Blob, IReadOnlyList<StoredBlob> Beside)
{
    /// <summary>Of all its files.</summary>
    public long Bytes => Product.Bytes + Beside.Sum(file => file.Bytes);
}

/// <summary>All that is stored of the products of one kind and day: blobs and rows.</summary>
internal sealed class ProductDay
{
    private readonly IReadOnlyList<Row> _rows;
    private readonly HashSet<string> _names;
    private readonly ILookup<string, StoredBlob> _beside;

    public ProductDay(IReadOnlyList<StoredBlob> blobs, IReadOnlyList<Row> rows)
    {
        _rows = rows;
        _names = blobs.Select(blob => blob.Name).ToHashSet(StringComparer.Ordinal);
        _beside = blobs.Where(blob => ProductHeader.MainOf(blob) is not null)
            .ToLookup(blob => ProductHeader.MainOf(blob)!.ToString(), StringComparer.Ordinal);
        foreach (var blob in blobs)
        {
            Read(blob);
        }
    }

    /// <summary>Products by their row's key.</summary>
    public Dictionary<string, ProductFiles> Products { get; } = [];

    /// <summary>What is wrong with blobs whose facts this build cannot read; their rows and files are left alone too.</summary>
    public List<string> Unreadable { get; } = [];

    /// <summary>Products with their rows.</summary>
    public IEnumerable<(ProductFiles Files, Row Row)> Whole =>
        _rows.Where(row => Products.ContainsKey(row.RowKey)).Select(row => (Products[row.RowKey], row));

    /// <summary>Rows of products whose blob is not there.</summary>
    public IEnumerable<Row> RowsWithoutBlob => _rows.Where(row => !_names.Contains(ProductRows.BlobNameOf(row)));

    /// <summary>Products without row.</summary>
    public IEnumerable<ProductFiles> BlobsWithoutRow =>
        Products.ExceptBy(_rows.Select(row => row.RowKey), pair => pair.Key).Select(pair => pair.Value);

    /// <summary>Files next to products that are not there.</summary>
    public IEnumerable<StoredBlob> Leftovers => _beside.Where(files => !_names.Contains(files.Key)).SelectMany(files => files);

    private void Read(StoredBlob blob)
    {
        try
        {
            if (ProductHeader.Read(blob) is { } product)
            {
                Products.Add(ProductRows.RowKeyOf(product.Name), new(product, blob, [.. _beside[blob.Name]]));
            }
        }
        catch (InvalidDataException exception)
        {
            Unreadable.Add(exception.Message);
        }
    }
}
