using AzurePerf.Core.Experiments.Images;
using AzurePerf.Probes.Works;
using AzurePerf.Storage.Products;

namespace AzurePerf.Worker.Images;

/// <summary>
/// Manifest: what was made of what, the same byte by byte whenever the same is made of the same; and the provenance: who made it, when, in
/// how many attempts.
/// </summary>
internal sealed class ManifestWork(Making making, ProductStore store, SourceCache cache) : ITaskWork
{
    private const string Json = "application/json";

    public string Name => ImageStages.WorkOf(ImageStages.Manifest);

    public async Task<string> ExecuteAsync(ITaskContext context, CancellationToken stop)
    {
        var request = ImageRequests.Of(context);

        var provenanceBytes = 0L;

        // First: a request whose manifest is there is complete. One that an earlier execution wrote tells of the same.
        await using (var file = cache.Create())
        {
            await new ImageProvenance(context.RunId, context.Products).WriteAsync(file, stop);
            var made = await NewProduct.OfAsync(file, Json, stop);
            provenanceBytes = file.Length;
            await store.StoreAsync(
                ImageNames.ProvenanceOf(request, context.RunId), file, Json, new(made.ValuesHash, 0, 1, ""), [], stop);
        }

        return await making.MakeAsync(context, ImageNames.ManifestOf(request, context.RunId), async () =>
        {
            var file = cache.Create();
            try
            {
                await new ImageManifest(request, context.Products).WriteAsync(file, stop);
                return (await NewProduct.OfAsync(file, Json, stop)) with { BytesAside = provenanceBytes };
            }
            catch
            {
                await file.DisposeAsync();
                throw;
            }
        }, stop);
    }
}
