using System.Threading.Channels;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Tasks;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Images;
using AzurePerf.Imagery.Products;
using AzurePerf.Probes.Works;
using AzurePerf.Storage.Products;

namespace AzurePerf.Worker.Images;

/// <summary>Reprojection: the granules of a day become an image of a tile.</summary>
internal sealed class ReprojectionWork(Making making, SourceCache cache) : ITaskWork
{
    /// <summary>One thing for each processor: more at once are no sooner done, and each has its granules in memory.</summary>
    private readonly Channel<int> _processors = ProcessorsOfThisMachine();

    public string Name => ImageStages.WorkOf(ImageStages.Reprojection);

    public async Task<string> ExecuteAsync(ITaskContext context, CancellationToken stop)
    {
        var order = ImageOrder.Read<ReprojectionOrder>(context.Order);
        var request = ImageRequests.Of(context, order.Layer);
        if (!SinusoidalTile.TryParse(order.Tile, out var tile) || order.Sources.Count == 0)
        {
            throw new ExecutionEndedException(FailureCause.BadInput, "the order names no tile or no granule");
        }

        return await making.MakeAsync(context, ImageNames.OfDay(request, order.Day, order.Key), async () =>
        {
            for (var i = 0; i < order.Sources.Count; i++)
            {
                await cache.EnsureAsync(ImageNames.OfSource(order.Sources[i]), stop);
                context.Report(0.5 * (i + 1) / order.Sources.Count, "reading");
            }

            var processor = await _processors.Reader.ReadAsync(stop);
            try
            {
                return NewProduct.Of(ImageOf(request, order, tile, stop), order.Key);
            }
            finally
            {
                _processors.Writer.TryWrite(processor);
            }
        }, stop);
    }

    private static Channel<int> ProcessorsOfThisMachine()
    {
        var processors = Channel.CreateUnbounded<int>();
        for (var number = 0; number < Environment.ProcessorCount; number++)
        {
            processors.Writer.TryWrite(number);
        }

        return processors;
    }

    /// <summary>Granules are read one after the other: those of a day at a pole are larger together than a machine's memory.</summary>
    private ImageFile ImageOf(ImageRequest request, ReprojectionOrder order, SinusoidalTile tile, CancellationToken stop)
    {
        return request.Subject.Product.File.Kind == ProductKind.Tile
            ? DayImage.OfTile(request.Subject, order.Day, tile, Read(order.Sources[0]))
            : DayImage.OfSwaths(
                request.Subject, order.Day, tile,
                order.Sources.Chunk(request.FilesOfGranule).Select(granule => new SwathFiles(
                    granule[0], Read(granule[0]), granule.Length > 1 ? new ReadOnlyMemory<byte>(Read(granule[1])) : null)),
                request.Options.Merge, request.Options.Missing == MissingInput.LessCoverage);

        byte[] Read(string source)
        {
            stop.ThrowIfCancellationRequested();
            return cache.Read(ImageNames.OfSource(source));
        }
    }
}
