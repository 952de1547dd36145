using AzurePerf.Core.Api;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Workers;

namespace AzurePerf.Web.Scaling;

/// <summary>Changes the limits of a pool of workers, through whoever starts and stops them.</summary>
internal sealed class PoolScaling(
    ScalingOptions options, PoolScaleStore rows, ContainerAppScale apps, WorkerReader workers, TimeProvider time)
{
    public const string Local = "local";
    public const string ContainerApps = "containerApps";

    /// <summary>Who scales a pool, or null when nobody does: its workers were started by hand, or their number is fixed.</summary>
    public string? ScalerOf(string pool) =>
        options.LocalPools.Contains(pool) ? Local : options.AppOf(pool).Length > 0 ? ContainerApps : null;

    /// <param name="pool">One of <see cref="WorkerPool.All"/>.</param>
    /// <param name="request">Valid limits.</param>
    /// <param name="by">Who asks for them.</param>
    /// <exception cref="ScaleRefusedException">It cannot be done, or not now.</exception>
    public async Task<PoolScaleResponse> ScaleAsync(string pool, PoolScaleRequest request, string by, CancellationToken cancellationToken)
    {
        var scaler = ScalerOf(pool);
        if (scaler == ContainerApps)
        {
            await RequireNothingMeasuredAsync(pool, request, cancellationToken);
            await apps.ScaleAsync(options.AppOf(pool), request.Min, request.Max, cancellationToken);
        }
        else if (scaler == Local)
        {
            if (request.Max > PoolScaleRequest.MostLocal)
            {
                throw new ScaleRefusedException(
                    $"azureperf up starts at most {PoolScaleRequest.MostLocal} workers of a pool: more do not fit on one machine");
            }

            await rows.SetAsync(new(pool, request.Min, request.Max, by, time.GetUtcNow()), cancellationToken);
        }
        else if (pool == WorkerPool.Peer)
        {
            throw new ScaleRefusedException(
                "the pool peer has one worker at most: its ingress would lead to any of several, and the one that measures needs the one "
                    + "it was told of");
        }
        else
        {
            throw new ScaleRefusedException(
                $"nobody scales the pool {pool}: its workers were started by hand, or by azureperf up with a fixed number; start it with "
                    + $"--min-workers and --max-workers, or in Azure deploy it with AZUREPERF_SCALING_BY_PEOPLE=true");
        }

        return new(pool, request.Min, request.Max, scaler);
    }

    /// <summary>New limits are a new revision of the app, and the platform ends the workers of the old one, whatever they do.</summary>
    private async Task RequireNothingMeasuredAsync(string pool, PoolScaleRequest request, CancellationToken cancellationToken)
    {
        if (request.Force || pool != WorkerPool.Measure)
        {
            return;
        }

        var list = await workers.ListAsync(cancellationToken);
        var running = list.Pools.Where(of => of.Pool == pool).Sum(of => of.Running);
        if (running > 0)
        {
            throw new ScaleRefusedException(
                $"{running} {(running == 1 ? "measurement runs" : "measurements run")} in the pool, and new limits would end "
                    + $"{(running == 1 ? "it" : "them")}: wait, or ask for it with force (--force), then they are repeated");
        }
    }
}

/// <summary>The limits of a pool cannot be changed, or not now; the message says why and what to do.</summary>
internal sealed class ScaleRefusedException(string message) : Exception(message);
