namespace AzurePerf.Simulation.Sabotages;

/// <summary>A TaskManager answers at its barrier whether it leads or not.</summary>
internal sealed class BarrierAnsweredByNonLeader : Sabotage
{
    public override bool AnswersWithoutTheLead => true;
}
