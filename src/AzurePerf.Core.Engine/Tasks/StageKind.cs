using AzurePerf.Core.Experiments.Stages;

namespace AzurePerf.Core.Tasks;

/// <summary>What the tasks of a stage are.</summary>
public enum StageKind
{
    /// <summary>Makes the data that several points read.</summary>
    Prepare,

    /// <summary>Measures the points, one after the other, each by one or more workers at once.</summary>
    Measure,

    /// <summary>Independent tasks, as many at once as there are slots. A run may have several such stages, one after the other.</summary>
    Bag,

    /// <summary>Removes everything the run made in its target.</summary>
    Clean,
}

/// <summary>Questions about a kind of stage.</summary>
public static class StageKinds
{
    /// <summary>How the tasks of such a stage are dispatched.</summary>
    public static StageShape Shape(this StageKind kind) => kind switch
    {
        StageKind.Measure => StageShape.Points,
        StageKind.Bag => StageShape.Bag,
        _ => StageShape.OneTask,
    };
}
