using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using AzurePerf.Core.Ids;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Products;

/// <summary>
/// What tasks make of images, stored once for everybody. A product exists when its blob does; its row is an index that says when it was
/// used last, and what it took. A row that is missing is written when the product is next used.
/// </summary>
public sealed class ProductStore(IFileStore blobs, IRowStore rows, IIdSource ids, TimeProvider time)
{
    /// <summary>Looks whether a product exists, and notes that it is used; whoever finds it has a day to read it.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="cancellationToken">Ends the requests: two, a third at most once an hour, and a fourth where its row is
    /// missing.</param>
    /// <returns>Null when there is none, or when it is being removed and has to be made again.</returns>
    /// <exception cref="InvalidDataException">A blob of that name has no facts, or none that this build can read.</exception>
    public async Task<StoredProduct?> FindAsync(ProductName name, CancellationToken cancellationToken) =>
        await FindBlobAsync(name, cancellationToken) is var (_, product) && await TryNoteUseAsync(product, cancellationToken)
            ? product
            : null;

    /// <summary>The products of a day, without noting a use; 5,000 blobs cost one request.</summary>
    /// <param name="kind">One of <see cref="ProductKinds.All"/>.</param>
    /// <param name="product">What they are images of.</param>
    /// <param name="day">Their first day (UTC).</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    /// <exception cref="InvalidDataException">The facts of one cannot be read by this build.</exception>
    public async IAsyncEnumerable<StoredProduct> ListAsync(
        string kind, string product, DateOnly day, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var blob in blobs.ListAsync(ProductName.FolderOf(kind, product, day), cancellationToken))
        {
            if (ProductHeader.Read(blob) is { } found)
            {
                yield return found;
            }
        }
    }

    /// <summary>Notes that products are used, for planning: what was listed stays for a day at least once it is noted.</summary>
    /// <param name="products">As they were listed or found; of any days.</param>
    /// <param name="cancellationToken">Ends the requests: one for a thousand products of a kind and day, one for each hundred whose use
    /// was not noted within the hour, and one for each whose row is missing.</param>
    /// <returns>Those that may be relied upon; the others are gone or being removed and have to be made again.</returns>
    public async Task<IReadOnlyList<StoredProduct>> NoteUseAsync(
        IReadOnlyList<StoredProduct> products, CancellationToken cancellationToken)
    {
        var kept = new List<StoredProduct>();
        foreach (var day in products.DistinctBy(product => product.Name).GroupBy(product => ProductRows.PartitionOf(product.Name)))
        {
            var known = await rows.ListAsync(ControlNames.ProductsTable, day.Key, cancellationToken: cancellationToken)
                .ToDictionaryAsync(row => row.RowKey, cancellationToken: cancellationToken);
            foreach (var block in day.Chunk(RowLimits.TransactionRows))
            {
                kept.AddRange(await NoteBlockAsync(block, known, cancellationToken));
            }
        }

        return kept;
    }

    /// <summary>
    /// Stores a product unless it exists. Files next to it are stored first and its blob last: a product that exists is complete, and what
    /// breaks off leaves nothing that counts.
    /// </summary>
    /// <param name="name">Its name.</param>
    /// <param name="content">Read from its position to its end, more than once if need be: it must be able to seek.</param>
    /// <param name="contentType">Such as image/tiff.</param>
    /// <param name="facts">What is known of it.</param>
    /// <param name="beside">Files next to it.</param>
    /// <param name="cancellationToken">Ends the requests: one for each file, one for the product, one for its row.</param>
    /// <returns>The product that exists now, and whether another had stored it: then its facts are those of the other.</returns>
    /// <exception cref="ArgumentException">The content cannot seek, or a suffix cannot be one.</exception>
    /// <exception cref="InvalidDataException">A blob of that name is no product that this build can read.</exception>
    public async Task<(StoredProduct Product, bool WasThere)> StoreAsync(
        ProductName name, Stream content, string contentType, ProductFacts facts, IReadOnlyList<FileBeside> beside,
        CancellationToken cancellationToken)
    {
        if (!content.CanSeek)
        {
            throw new ArgumentException("the content of a product must be able to seek: a request that is not answered is repeated");
        }

        foreach (var file in beside)
        {
            await blobs.PutAsync(
                name.WithSuffix(file.Suffix), file.Content,
                ProductHeader.WriteBeside(file.ContentType, name, SHA256.HashData(file.Content.ToMemory().Span)), cancellationToken);
        }

        var (begin, writer) = (content.Position, ids.NewId());
        // Granules of an archive are handed to nobody, and long.
        var digest = name.Kind == ProductKinds.Source ? null : await SHA256.HashDataAsync(content, cancellationToken);
        var header = ProductHeader.Write(contentType, facts, writer, digest);
        while (true)
        {
            content.Position = begin;
            if (await blobs.TryAddAsync(name.ToString(), content, header, cancellationToken))
            {
                var stored = new StoredProduct(name, content.Length - begin, facts) { StoredAt = time.GetUtcNow() };
                await PutRowAsync(stored, cancellationToken);
                return (stored, false);
            }

            // Gone again already where it is not found.
            if (await FindBlobAsync(name, cancellationToken) is var (blob, found))
            {
                if (ProductHeader.IsBy(blob, writer))
                {
                    await PutRowAsync(found, cancellationToken);
                    return (found, false);
                }

                if (await TryNoteUseAsync(found, cancellationToken))
                {
                    return (found, true);
                }

                // It is being removed: this only hastens it.
                await blobs.TryDeleteAsync(blob.Name, blob.ETag, cancellationToken);
            }
        }
    }

    /// <summary>Opens a product, or a file next to it; no use is noted.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="suffix">Of the file next to it; empty for the product itself.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    /// <returns>Null when it is gone; a product's row is then removed as well.</returns>
    public async Task<BlobContent?> OpenAsync(ProductName name, string suffix, CancellationToken cancellationToken)
    {
        var content = await blobs.OpenAsync(name.WithSuffix(suffix), cancellationToken);
        if (content is null && suffix.Length == 0)
        {
            await rows.TryDeleteAsync(
                ControlNames.ProductsTable, ProductRows.PartitionOf(name), ProductRows.RowKeyOf(name), null, cancellationToken);
        }

        return content;
    }

    /// <summary>Looks whether a product, or a file next to it, is there; no use is noted.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="suffix">Of the file next to it; empty for the product itself.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    public async Task<StoredFile?> FindFileAsync(ProductName name, string suffix, CancellationToken cancellationToken) =>
        await blobs.FindHeadAsync(name.WithSuffix(suffix), cancellationToken) is { } blob
            ? new(blob, ProductHeader.DigestOf(blob))
            : null;

    /// <summary>Opens a part of a file; no use is noted.</summary>
    /// <param name="file">As it was found.</param>
    /// <param name="offset">Where the part begins, from 0.</param>
    /// <param name="bytes">How many bytes it has, at least one.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    /// <returns>Null when it is gone or was stored anew.</returns>
    public Task<BlobContent?> OpenPartAsync(StoredFile file, long offset, long bytes, CancellationToken cancellationToken) =>
        blobs.OpenPartAsync(file.Blob, offset, bytes, cancellationToken);

    /// <summary>What the products of each kind come to, as counted within the last day or so; no kind without products.</summary>
    public async Task<IReadOnlyList<ProductKindSum>> KindsAsync(CancellationToken cancellationToken) =>
        await rows.ListAsync(ControlNames.ProductsTable, ProductRows.Kinds, cancellationToken: cancellationToken)
            .Select(ProductRows.ToSum).ToArrayAsync(cancellationToken);

    private async Task<(StoredBlob Blob, StoredProduct Product)?> FindBlobAsync(ProductName name, CancellationToken cancellationToken) =>
        await blobs.FindHeadAsync(name.ToString(), cancellationToken) is { } blob
            ? (blob, ProductHeader.Read(blob) ?? throw new InvalidDataException($"blob {name} is no product: it has no facts"))
            : null;

    private Task PutRowAsync(StoredProduct product, CancellationToken cancellationToken) =>
        rows.PutAsync(ControlNames.ProductsTable, ProductRows.Of(product, time.GetUtcNow()), cancellationToken);

    /// <summary>Those of a block that are noted as used, now or within the hour.</summary>
    private async Task<IReadOnlyList<StoredProduct>> NoteBlockAsync(
        IReadOnlyList<StoredProduct> block, Dictionary<string, Row> known, CancellationToken cancellationToken)
    {
        var kept = new List<StoredProduct>();
        foreach (var product in block)
        {
            if (await MayBeUsedAsync(product, RowOf(product), cancellationToken))
            {
                kept.Add(product);
            }
        }

        RowWrite[] writes = [.. kept.Select(product => ProductRows.NoteUse(product, RowOf(product), time.GetUtcNow())).OfType<RowWrite>()];
        if (writes.Length == 0 || await rows.TryWriteAllAsync(ControlNames.ProductsTable, writes, cancellationToken) is not null)
        {
            return kept;
        }

        // Another has written one of the rows since they were read.
        var noted = new List<StoredProduct>();
        foreach (var product in kept)
        {
            if (await TryNoteUseAsync(product, cancellationToken))
            {
                noted.Add(product);
            }
        }

        return noted;

        Row? RowOf(StoredProduct product) => known.GetValueOrDefault(ProductRows.RowKeyOf(product.Name));
    }

    /// <summary>
    /// Whether a product is neither being removed nor gone. A removal deletes the blob before the row: where there is no row, only a blob
    /// that is seen after the row was missed says that the product is there.
    /// </summary>
    private async Task<bool> MayBeUsedAsync(StoredProduct product, Row? row, CancellationToken cancellationToken) =>
        row is not null
            ? !ProductRows.IsRemoving(row, product)
            : await blobs.FindHeadAsync(product.Name.ToString(), cancellationToken) is { } blob
                && (product.ETag.Length == 0 || product.ETag == blob.ETag);

    /// <summary>Notes a use; false when the product is gone or being removed.</summary>
    private async Task<bool> TryNoteUseAsync(StoredProduct product, CancellationToken cancellationToken)
    {
        while (true)
        {
            var row = await rows.FindAsync(
                ControlNames.ProductsTable, ProductRows.PartitionOf(product.Name), ProductRows.RowKeyOf(product.Name), cancellationToken);
            if (!await MayBeUsedAsync(product, row, cancellationToken))
            {
                return false;
            }

            if (ProductRows.NoteUse(product, row, time.GetUtcNow()) is not { } write
                || (write.ETag is null
                    ? await rows.TryInsertAsync(ControlNames.ProductsTable, write.Row, cancellationToken)
                    : await rows.TryReplaceAsync(ControlNames.ProductsTable, write.Row, write.ETag, cancellationToken)) is not null)
            {
                return true;
            }
        }
    }
}
