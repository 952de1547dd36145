using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets.Storage;
using AzurePerf.Probes.Works;

namespace AzurePerf.Testing.PlugIn;

/// <summary>Draws a thing, which says how many parts it has.</summary>
public sealed class DrawWork : ITaskWork
{
    public string Name => "sample.draw";

    public Task<string> ExecuteAsync(ITaskContext context, CancellationToken stop) => Task.FromResult(SampleWork.ProductOf(context, SamplePipeline.Draw));
}

/// <summary>Cuts a part in a container of the target, which it registers first and looks for.</summary>
public sealed class CutWork : ITaskWork
{
    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(30);

    public string Name => "sample.cut";

    public async Task<string> ExecuteAsync(ITaskContext context, CancellationToken stop)
    {
        var name = ResourceNames.ForPoint(context.RunId, context.Task, context.Attempt);
        await context.Register.RegisterAsync(StorageResource.Container, name, stop);
        using var target = context.OpenTarget(RequestTimeout);

        // It stays registered, as what a work leaves to the clean stage does.
        await target.RemoveAsync(StorageResource.Container, name, stop);
        context.Report(0.5, "cutting");
        return SampleWork.ProductOf(context, SamplePipeline.Cut);
    }
}

/// <summary>Joins what the parts brought, and looks that it is as many as it was told.</summary>
public sealed class JoinWork : ITaskWork
{
    public string Name => "sample.join";

    public async Task<string> ExecuteAsync(ITaskContext context, CancellationToken stop)
    {
        var parts = await context.Products.OfAsync(SamplePipeline.Cut).CountAsync(stop);
        return context.Order == $"{parts} parts"
            ? SampleWork.ProductOf(context, SamplePipeline.Join)
            : throw new InvalidDataException($"the order says {context.Order}, and there are {parts}");
    }
}

internal static class SampleWork
{
    public static string ProductOf(ITaskContext context, string stage) => ((SamplePipeline)context.Options).ProductOf(stage, context.Task, context.Order);
}
