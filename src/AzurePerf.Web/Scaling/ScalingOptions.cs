using System.ComponentModel.DataAnnotations;
using AzurePerf.Core.Workers;

namespace AzurePerf.Web.Scaling;

/// <summary>Who starts and stops workers, section <c>Scaling</c>. Without any of it people cannot change the limits of a pool
/// here.</summary>
internal sealed class ScalingOptions
{
    public const string Section = "Scaling";

    private const string AppId = "^$|^/subscriptions/[0-9a-fA-F-]{36}/resourceGroups/[^/]+/providers/Microsoft.App/containerApps/[^/]+$";

    /// <summary>Id of the Container App of the measure workers.</summary>
    /// <value>As the resource manager writes it; empty by default.</value>
    [RegularExpression(AppId, ErrorMessage = "Scaling:MeasureApp must be the id of a container app")]
    public string MeasureApp { get; init; } = "";

    /// <summary>Id of the Container App of the bag workers.</summary>
    /// <value>As the resource manager writes it; empty by default.</value>
    [RegularExpression(AppId, ErrorMessage = "Scaling:BagApp must be the id of a container app")]
    public string BagApp { get; init; } = "";

    /// <summary>Pools that <c>azureperf up</c> scales on this machine; it sets this itself.</summary>
    /// <value>measure, bag, both or none; none by default.</value>
    public string[] LocalPools { get; init; } = [];

    /// <summary>The app of a pool, or an empty text.</summary>
    public string AppOf(string pool) => pool switch
    {
        WorkerPool.Measure => MeasureApp,
        WorkerPool.Bag => BagApp,
        _ => "",
    };
}
