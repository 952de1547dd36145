using AzurePerf.Core.Tasks;

namespace AzurePerf.Simulation.ModelCheck;

/// <summary>The worlds that are searched, by name.</summary>
internal static class Scopes
{
    public static readonly Scope Bag = new("a task of a bag", StageKind.Bag);
    public static readonly Scope BagOfSlots = new("a task of a bag in one process", StageKind.Bag) { Workers = 1, SlotsEach = 2 };
    public static readonly Scope LateBag = new("a task of a bag that is planned late", StageKind.Bag) { PlansLate = true };
    public static readonly Scope Bundle = new("two tasks of a bag in one message", StageKind.Bag) { Tasks = 2 };
    public static readonly Scope Single = new("a task of its own", StageKind.Clean);
    public static readonly Scope Point = new("a point", StageKind.Measure);
    public static readonly Scope Gang = new("a gang of two", StageKind.Measure) { Tasks = 2 };

    public static Scope Named(string name) => new[] { Bag, BagOfSlots, LateBag, Bundle, Single, Point, Gang }.Single(scope => scope.Name == name);
}
