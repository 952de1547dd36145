using System.IO.Compression;
using System.Reflection;
using System.Text;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Texts;
using AzurePerf.Imagery.Images;
using AzurePerf.Storage.Products;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.Net.Http.Headers;

namespace AzurePerf.Web.Images;

/// <summary>
/// The images of a run as one archive, which is written while it is sent: manifest, provenance, a folder for each result, and where asked
/// for the images of the periods. What is gone from the catalogue is named in a file at its end.
/// </summary>
/// <param name="store">Has the products.</param>
/// <param name="images">The images.</param>
/// <param name="withPeriods">Whether the images of the periods are part of it.</param>
internal sealed class ImageZip(ProductStore store, ListedImages images, bool withPeriods) : IResult, IEndpointMetadataProvider
{
    private const string PeriodFolder = "periods/";
    private const string GoneFile = "not-included.txt";

    /// <summary>Names that are listed of what is gone.</summary>
    private const int MostGone = 10_000;

    private readonly List<string> _gone = [];
    private long _moreGone;
    private (ProductName? Name, bool IsThere) _used;

    /// <summary>What an archive can tell of a time begins in 1980; files that a run made were made at its end.</summary>
    private readonly DateTimeOffset _at = images.Run.EndedAt ?? images.Run.SubmittedAt;

    public static void PopulateMetadata(MethodInfo method, EndpointBuilder builder) =>
        builder.Metadata.Add(new ProducesResponseTypeMetadata(StatusCodes.Status200OK, typeof(void)));

    public async Task ExecuteAsync(HttpContext httpContext)
    {
        var response = httpContext.Response;
        response.ContentType = "application/zip";
        response.Headers.CacheControl = "private, no-cache";
        response.Headers.ContentDisposition =
            new ContentDispositionHeaderValue("attachment") { FileName = $"images-{images.Run.RunId}.zip" }.ToString();
        if (!HttpMethods.IsHead(httpContext.Request.Method))
        {
            await using var sent = new SentWithoutWaiting(response.Body);
            await WriteAsync(sent, httpContext);
            await sent.FlushAsync(httpContext.RequestAborted);
        }
    }

    private async Task WriteAsync(Stream body, HttpContext context)
    {
        var stop = context.RequestAborted;
        var zip = await ZipArchive.CreateAsync(body, ZipArchiveMode.Create, leaveOpen: true, Encoding.UTF8, stop);
        await using (zip)
        {
            try
            {
                await AddAllAsync(zip, stop);
            }
            catch
            {
                // The end of the archive is written all the same: nobody may take it for whole.
                context.Abort();
                throw;
            }
        }
    }

    private async Task AddAllAsync(ZipArchive zip, CancellationToken stop)
    {
        await AddAsync(zip, images.Manifest.Name, "", "manifest.json", stop);
        await AddAsync(zip, ImageNames.ProvenanceOf(images.Request, images.Run.RunId), "", "provenance.json", stop);
        foreach (var result in images.Index.Results)
        {
            foreach (var file in result.Files)
            {
                await AddAsync(
                    zip, ImageNames.OfResult(images.Request, result.First, result.Key), file.Suffix,
                    $"{ImageFileNames.FolderOf(result)}/{file.Name}", stop);
            }
        }

        if (withPeriods)
        {
            await AddPeriodsAsync(zip, stop);
        }

        if (_gone.Count > 0)
        {
            await using var text = await Entry(zip, GoneFile).OpenAsync(stop);
            await text.WriteAsync(Encoding.UTF8.GetBytes(
                "Removed because nobody used it for long:\n" + string.Concat(_gone.Select(name => name + "\n"))
                    + (_moreGone > 0 ? $"and {NumberFormat.Count(_moreGone)} more\n" : "")), stop);
        }
    }

    private async Task AddPeriodsAsync(ZipArchive zip, CancellationToken stop)
    {
        await using var manifest = await store.OpenAsync(images.Manifest.Name, "", stop);
        if (manifest is null)
        {
            _gone.Add($"{PeriodFolder}: the images of all periods, because the manifest that names them is gone");
            return;
        }

        await foreach (var entry in ImageManifestReader.ReadAsync(manifest.Stream, stop))
        {
            // The index knows those whose keys were found sound.
            if (entry is ManifestPeriod period && images.Index.FirstDayOf(period.Key) == period.First)
            {
                var product = ImageNames.OfPeriod(images.Request, period.First, period.Key);
                foreach (var (suffix, type) in ImageFileNames.PartsOfPeriod.Values)
                {
                    var name = ImageFileNames.NameOf(period) + (suffix.Length == 0 ? ".tif" : suffix);
                    await AddAsync(
                        zip, product, suffix, PeriodFolder + name, stop,
                        type == ImageFile.ItemType ? Path.ChangeExtension(name, ".tif") : null);
                }
            }
        }
    }

    /// <param name="zip">The archive.</param>
    /// <param name="product">The product.</param>
    /// <param name="suffix">Of the file next to it; empty for the product itself.</param>
    /// <param name="path">In the archive.</param>
    /// <param name="stop">Ends it early.</param>
    /// <param name="image">Of a STAC item, the file next to it in the archive that it leads to; else null.</param>
    private async Task AddAsync(
        ZipArchive zip, ProductName product, string suffix, string path, CancellationToken stop, string? image = null)
    {
        await using var content = await UseAsync(product, stop) ? await store.OpenAsync(product, suffix, stop) : null;
        if (content is null)
        {
            if (_gone.Count < MostGone)
            {
                _gone.Add(path);
            }
            else
            {
                _moreGone++;
            }

            return;
        }

        await using var file = await Entry(zip, path).OpenAsync(stop);
        if (image is null)
        {
            await content.CopyToAsync(file, stop);
            return;
        }

        using var item = new MemoryStream();
        await content.CopyToAsync(item, stop);
        await file.WriteAsync(ItemLink.To(item.ToArray(), image), stop);
    }

    /// <summary>Notes the use of a product, once for all its files, which follow each other; whether it is there.</summary>
    private async Task<bool> UseAsync(ProductName product, CancellationToken stop)
    {
        if (_used.Name != product)
        {
            _used = (product, await IsThereAsync());
        }

        return _used.IsThere;

        async Task<bool> IsThereAsync()
        {
            try
            {
                return await store.FindAsync(product, stop) is not null;
            }
            catch (InvalidDataException)
            {
                // Its facts are of another build: its bytes are there, and this build does not remove them.
                return true;
            }
        }
    }

    /// <summary>Pictures and GeoTIFFs are compressed already.</summary>
    private ZipArchiveEntry Entry(ZipArchive zip, string path)
    {
        var isCompressed = path.EndsWith(".png", StringComparison.Ordinal) || path.EndsWith(".tif", StringComparison.Ordinal);
        var entry = zip.CreateEntry(path, isCompressed ? CompressionLevel.NoCompression : CompressionLevel.Fastest);
        entry.LastWriteTime = _at;
        return entry;
    }
}
