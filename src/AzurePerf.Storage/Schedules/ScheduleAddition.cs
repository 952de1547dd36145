namespace AzurePerf.Storage.Schedules;

/// <summary>What came of adding a schedule.</summary>
public enum ScheduleAddition
{
    /// <summary>A new schedule was stored.</summary>
    Added,

    /// <summary>The same request came before under this Idempotency-Key; its schedule is returned.</summary>
    Repeated,

    /// <summary>Another request came before under this Idempotency-Key; its schedule is returned, and nothing was stored.</summary>
    KeyReused,

    /// <summary>Another schedule has the name; nothing was stored.</summary>
    NameTaken,
}
