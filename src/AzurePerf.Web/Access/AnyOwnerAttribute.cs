namespace AzurePerf.Web.Access;

/// <summary>Marks what changes nothing of the run or schedule in its address, such as making a new run from it: whose that one is does not matter.</summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class AnyOwnerAttribute : Attribute;
