// What modules tell each other.

@export()
@description('A user-assigned identity.')
type identity = {
  id: string
  clientId: string
  principalId: string
}

@export()
@description('How many replicas a pool has.')
type scaleLimits = {
  @minValue(0)
  min: int

  @minValue(1)
  @maxValue(1000)
  max: int
}

@export()
@description('What a replica is given. Container Apps takes pairs such as 0.5 and 1Gi, 2 and 4Gi.')
type containerSize = {
  cpu: string
  memory: string
}
