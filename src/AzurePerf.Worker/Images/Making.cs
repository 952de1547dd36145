using System.Security.Cryptography;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Tasks;
using AzurePerf.Imagery.Images;
using AzurePerf.Imagery.Reductions;
using AzurePerf.Probes.Works;
using AzurePerf.Storage.Products;

namespace AzurePerf.Worker.Images;

/// <summary>What all works do that make a product: look, make, store once.</summary>
internal sealed class Making(ProductStore store, WorkerOptions options, TimeProvider time)
{
    /// <summary>
    /// Makes a product where the catalogue has none of its name. An execution that finds it, before it begins or when it stores, ends as
    /// "blob already exists".
    /// </summary>
    /// <param name="context">The task.</param>
    /// <param name="name">Of the product.</param>
    /// <param name="makeAsync">Makes it.</param>
    /// <param name="stop">Ends it early.</param>
    /// <returns>The product of the task.</returns>
    public async Task<string> MakeAsync(
        ITaskContext context, ProductName name, Func<Task<NewProduct>> makeAsync, CancellationToken stop)
    {
        if (await store.FindAsync(name, stop) is { } there)
        {
            throw Exists(there);
        }

        var started = time.GetTimestamp();
        var made = await makeAsync();
        await using var content = made.Content;
        context.Report(0.9, "storing");
        var by = new MadeBy(options.HostId, context.Attempt, time.GetUtcNow(), time.GetElapsedTime(started).TotalSeconds);
        var facts = new ProductFacts(made.ValuesHash, by.Seconds, made.Coverage, NoteOf(made));
        var (product, wasThere) = await store.StoreAsync(name, content, made.ContentType, facts, made.Beside, stop);
        return wasThere ? throw Exists(product)
            : ImageOrder.Write(ProductOf(product) with
            {
                By = by,
                OtherBytes = made.OtherBytes,
                Remark = made.Remark.Length > 0 ? made.Remark : null,
            });
    }

    /// <summary>The whole content of a product.</summary>
    /// <exception cref="ExecutionEndedException">It is gone.</exception>
    public async Task<byte[]> ReadAsync(ProductName name, CancellationToken stop)
    {
        await using var content = await store.OpenAsync(name, "", stop) ?? throw Gone(name);
        using var bytes = new MemoryStream();
        await content.CopyToAsync(bytes, stop);
        return bytes.ToArray();
    }

    /// <summary>A product that an earlier stage counted on is gone.</summary>
    public static ExecutionEndedException Gone(ProductName name) =>
        new(FailureCause.SourceMissing, $"{name} is gone from the catalogue: submit the request again, and it is made anew");

    private static ExecutionEndedException Exists(StoredProduct product) =>
        new(FailureCause.AlreadyExists, $"{product.Name} exists") { Product = ImageOrder.Write(ProductOf(product)) };

    private static MadeProduct ProductOf(StoredProduct product) => new(
        product.Name.Key, product.Bytes, product.Facts.ValuesHash, product.Facts.Coverage,
        product.Name.Kind == ProductKinds.Result ? ImageOrder.ReadProduct<MadeFile[]>(product.Facts.Note) : null)
    {
        Granules = product.Name.Kind == ProductKinds.Image ? GranuleNote.Read(product.Facts.Note) : null,
    };

    private static string NoteOf(NewProduct made) =>
        made.Files is not null ? ImageOrder.Write(made.Files) : GranuleNote.Write(made.Granules);
}

/// <summary>A product that is not stored yet.</summary>
/// <param name="Content">Of its main file, from the position on.</param>
/// <param name="ContentType">Its media type.</param>
/// <param name="ValuesHash">Of its decoded values.</param>
/// <param name="Coverage">The share of its cells with a value, 0 to 1.</param>
/// <param name="Beside">Its other files.</param>
internal sealed record NewProduct(
    Stream Content, string ContentType, string ValuesHash, double Coverage, IReadOnlyList<FileBeside> Beside)
{
    private const string DaysSuffix = ".days.tif";

    /// <summary>Of a result, all files it has.</summary>
    public IReadOnlyList<MadeFile>? Files { get; init; }

    /// <summary>Of an image of a day, what is to be known of its granules.</summary>
    public GranuleNote? Granules { get; init; }

    /// <summary>Bytes that this execution keeps without being part of the product, such as a log.</summary>
    public long BytesAside { get; init; }

    /// <summary>Bytes of all that is kept but the main file.</summary>
    public long OtherBytes => BytesAside + Beside.Sum(file => (long)file.Content.ToMemory().Length);

    /// <summary>What else is to be said of this execution, which is no part of the product; empty for nothing.</summary>
    public string Remark { get; init; } = "";

    /// <summary>A file as it is, from its begin: its values are its bytes.</summary>
    public static async Task<NewProduct> OfAsync(Stream file, string contentType, CancellationToken stop)
    {
        file.Position = 0;
        var hash = Convert.ToHexStringLower(await SHA256.HashDataAsync(file, stop));
        file.Position = 0;
        return new(file, contentType, hash, 1, []);
    }

    /// <summary>An image, with its STAC item.</summary>
    /// <param name="image">The image.</param>
    /// <param name="key">Of the product: what the item leads to.</param>
    public static NewProduct Of(ImageFile image, string key) => new(
        new MemoryStream(image.GeoTiff), ImageFile.GeoTiffType, image.ValuesHash, image.Coverage, [ItemOf(image, ".json", key)])
    {
        Granules = new(image.OfMadeGranules, image.Unreadable),
    };

    /// <summary>What a period became, with the days that each value rests on.</summary>
    /// <param name="period">The images.</param>
    /// <param name="key">Of the product: what the items lead to.</param>
    public static NewProduct Of(PeriodFiles period, string key) => new(
        new MemoryStream(period.Values.GeoTiff), ImageFile.GeoTiffType, period.Values.ValuesHash, period.Values.Coverage,
        [
            ItemOf(period.Values, ".json", key),
            new(DaysSuffix, ImageFile.GeoTiffType, BinaryData.FromBytes(period.Days.GeoTiff)),
            ItemOf(period.Days, ".days.json", key + DaysSuffix),
        ]);

    /// <summary>What a reduction made: its first file is the main one.</summary>
    public static NewProduct Of(Reduced reduced) => Of(reduced, file => $".{file.Suffix}");

    /// <summary>What a program of a user made: it may make other files each time, so their names have their content in them.</summary>
    public static NewProduct OfProgram(Reduced reduced) =>
        Of(reduced, file => MadeFile.SuffixByContent(file.Suffix, file.Content));

    private static NewProduct Of(Reduced reduced, Func<ReducedFile, string> suffixOf)
    {
        var main = reduced.Files[0];
        var others = reduced.Files.Skip(1).Select(file => (File: file, Suffix: suffixOf(file))).ToArray();
        return new(
            new MemoryStream(main.Content), main.ContentType, reduced.ValuesHash, reduced.Coverage,
            [.. others.Select(one => new FileBeside(one.Suffix, one.File.ContentType, BinaryData.FromBytes(one.File.Content)))])
        {
            Files =
            [
                new(main.Suffix, "", main.ContentType),
                .. others.Select(one => new MadeFile(one.File.Suffix, one.Suffix, one.File.ContentType)),
            ],
        };
    }

    private static FileBeside ItemOf(ImageFile image, string suffix, string file) =>
        new(suffix, ImageFile.ItemType, BinaryData.FromBytes(ItemLink.To(image.Item, file)));
}
