using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Files;
using AzurePerf.Core.Tasks;
using AzurePerf.Imagery;
using AzurePerf.Imagery.Hdf4;
using AzurePerf.Imagery.Products;
using AzurePerf.Probes.Works;
using AzurePerf.Sources;
using AzurePerf.Storage.Products;

namespace AzurePerf.Worker.Images;

/// <summary>Source download: a granule of the archive becomes a product that all workers read.</summary>
internal sealed class DownloadWork(IGranuleArchive archive, Making making, SourceCache cache) : ITaskWork
{
    public string Name => ImageStages.WorkOf(ImageStages.Download);

    public async Task<string> ExecuteAsync(ITaskContext context, CancellationToken stop)
    {
        var file = SourceFile.Read(ImageOrder.Read<DownloadOrder>(context.Order).File);
        if (file is null || GranuleName.Parse(file.Name) is not { } granule)
        {
            throw new ExecutionEndedException(FailureCause.BadInput, "the order names no granule of an archive");
        }

        var name = ImageNames.OfSource(file.Key);
        return await making.MakeAsync(context, name, async () =>
        {
            var local = cache.Create();
            try
            {
                await archive.FetchAsync(new(file.Name, granule, file.Size, file.Md5, null), new PartialFile(local), stop);
                if (file.Md5 is null)
                {
                    DemandGranule(file.Name, local);
                }

                return await NewProduct.OfAsync(local, "application/x-hdf", stop);
            }
            catch (Exception failure)
            {
                await local.DisposeAsync();
                if (FullDisk.IsWhy(failure))
                {
                    // For the next attempt.
                    cache.GiveRoom();
                }

                throw;
            }
        }, stop);
    }

    /// <summary>Without a sum anything may have come, such as what a proxy says. Stored, it would be the granule for everybody from then
    /// on. No more than its begin is looked at: granules are large, and many come at once.</summary>
    /// <exception cref="SourceException">It is no granule; another attempt may bring it.</exception>
    private static void DemandGranule(string name, Stream content)
    {
        content.Position = 0;
        if (!Hdf4File.BeginsIn(content))
        {
            throw new SourceException(
                SourceCause.Damaged,
                $"{name} did not come: what the archive sent does not begin as an HDF4 file, and it tells no MD5 of it.");
        }
    }
}
