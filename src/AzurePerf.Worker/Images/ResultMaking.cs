using AzurePerf.Core.Experiments.Images;
using AzurePerf.Probes.Works;

namespace AzurePerf.Worker.Images;

/// <summary>Makes a result of the images of a period. <see cref="ReductionWork"/> asks each in turn whether it makes what a request
/// names.</summary>
internal interface IResultMaker
{
    /// <summary>Whether it makes the reduction of this name.</summary>
    bool Makes(string reduction);

    /// <summary>Makes it; nothing is stored.</summary>
    Task<NewProduct> MakeAsync(ResultTask task, CancellationToken stop);
}

/// <summary>What a result is made of.</summary>
/// <param name="Context">The task.</param>
/// <param name="Request">What it belongs to.</param>
/// <param name="Order">What is to be made.</param>
/// <param name="ReadAsync">Brings the image of the period that has this key.</param>
internal sealed record ResultTask(
    ITaskContext Context, ImageRequest Request, ReductionOrder Order, Func<string, CancellationToken, Task<byte[]>> ReadAsync)
{
    private const double ShareOfReading = 0.85;

    private int _read;

    /// <summary>The name of the tile that an image is of.</summary>
    public static string TileOf(string key) => key.Split('-')[0];

    /// <summary>Brings an image, and says how far the task is by it.</summary>
    /// <param name="key">One of the order's.</param>
    /// <param name="share">What of the task is done when all images are read.</param>
    /// <param name="stop">Ends it early.</param>
    public Task<byte[]> OpenAsync(string key, CancellationToken stop, double share = ShareOfReading)
    {
        Context.Report(Math.Min(share, share * ++_read / Order.Tiles.Count), "reading");
        return ReadAsync(key, stop);
    }
}
